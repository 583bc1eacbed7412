//! Opens the library's file, and upgrades it to the newest schema.

use super::error::{Code, Error};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::path::Path;
use std::time::Duration;

/// The SQL that upgrades from the previous schema version to each version. A released version is never changed.
const VERSIONS: &[&str] = &[include_str!("schema-1.sql")];

/// The application id in the file's header, "Clue", which distinguishes a library from other programs' files.
const APPLICATION: i64 = 0x436c_7565;

/// The maximum time to wait while another process has locked the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// Opens a connection for writing. Creates the file if it does not exist, and upgrades an older file to the newest schema.
pub(super) fn writer(path: &Path) -> Result<Connection, Error> {
    let mut connection = connect(path)?;
    begin(&mut connection, VERSIONS)?;
    Ok(connection)
}

/// Opens a connection for reading from a file that [`writer`] has opened before.
pub(super) fn reader(path: &Path) -> Result<Connection, Error> {
    let connection = connect(path)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

fn connect(path: &Path) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|e| {
        let error = Error::new(Code::Storage, format!("{} cannot be opened: {e}", path.display()));
        error.hint("does the folder exist, and may you write to it?")
    })?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Do not trust functions and tables named in the file's schema: the file may come from anywhere.
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// The schema version of the file. Errors: the file belongs to another program, or was written by a newer version.
fn version(connection: &Connection, newest: usize) -> Result<usize, Error> {
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let (application, version) = (number("application_id")?, number("user_version")?);
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 && version == 0 {
        return Ok(0);
    }
    if application != APPLICATION {
        return Err(Error::new(Code::Storage, "the file is another program's database, not a library")
            .hint("name another file, which is created if it does not exist"));
    }
    match usize::try_from(version) {
        Ok(version) if version <= newest => Ok(version),
        _ => Err(Error::new(
            Code::Newer,
            format!("the library has schema {version}, but this program knows only schemas up to {newest}"),
        )
        .hint("open the library with a newer version of the program; nothing was changed")),
    }
}

fn begin(connection: &mut Connection, versions: &[&str]) -> Result<(), Error> {
    // Use one transaction, as another process may be writing at the same time.
    version(&*connection.transaction()?, versions.len())?;
    // Readers continue during a write. The switch needs exclusive access to the file, and SQLite does not wait for
    // that.
    let mut tries = 0;
    loop {
        let mode = connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        match mode {
            Ok(_) => break,
            Err(error) if tries == 200 => return Err(error.into()),
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
        tries += 1;
    }
    // FULL, not NORMAL, so that saved data survives a power failure. This costs one sync per commit, which does not matter for a
    // player's moves, and an import is one commit.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // Releases the disk space that the journal used during an import.
    connection.pragma_update(None, "journal_size_limit", 16 << 20)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have upgraded the file in the meantime.
    let at = version(&transaction, versions.len())?;
    for sql in &versions[at..] {
        transaction.execute_batch(sql)?;
    }
    if at < versions.len() {
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", i64::try_from(versions.len()).expect("a few versions"))?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of any older version is upgraded, each change is applied once, and existing data is kept.
    #[test]
    fn an_older_file_is_brought_up() {
        let versions = ["CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y DEFAULT 7", "CREATE TABLE b (z)"];
        let mut connection = Connection::open_in_memory().unwrap();
        begin(&mut connection, &versions[..1]).unwrap();
        connection.execute("INSERT INTO a VALUES (1)", []).unwrap();
        begin(&mut connection, &versions).unwrap();
        begin(&mut connection, &versions).unwrap();
        let row = connection.query_row("SELECT x, y FROM a", [], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(row, Ok((1, 7)));
        let error = begin(&mut connection, &versions[..2]).unwrap_err();
        assert_eq!(error.code, Code::Newer);
        assert!(error.message.contains("schema 3"), "{error}");
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        begin(&mut connection, &["CREATE TABLE a (x)"]).unwrap();
        assert!(begin(&mut connection, &["CREATE TABLE a (x)", "CREATE TABLE b (x); nonsense"]).is_err());
        assert_eq!(version(&connection, 1), Ok(1));
        let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).unwrap();
        assert_eq!(tables, 1);
    }
}
