//! Tables of puzzles: a question is answered for every row, and the answers are columns with fixed types.
//!
//! This is the contract that files, Arrow batches and distributed engines share. The columns depend only on the question. Every row
//! has a status, and cannot make other rows fail. The answer for a row depends only on the row, the options and the version, so
//! answering a row again gives the same bytes.
//!
//! ```
//! use cluewright::batch::NoClock;
//! use cluewright::table::{Options, Question, Value};
//! let question = Question::new("solve", &Options::default())?;
//! let texts = ["12..34..2.....3.", "nonsense", "1..............."]; // 4x4
//! let rows = question.rows(&texts, &NoClock, 1);
//! let names: Vec<&str> = question.columns().iter().map(|c| c.name).collect();
//! assert_eq!(names[..4], ["status", "message", "solutions", "solution"]);
//! let status: Vec<&Value> = rows.iter().map(|row| &row[0]).collect();
//! assert_eq!(status, [&Value::from("ok"), &Value::from("invalid_text"), &Value::from("multiple")]);
//! # Ok::<(), cluewright::Error>(())
//! ```

mod question;
mod row;
mod value;
mod which;

pub use crate::report::VERSION;
pub use question::{Options, Page, QUESTIONS, Question};
pub use row::canonical_hash;
pub use value::{Column, Kind, Value};
