//! `concat(A, B, ..)`: the items of all lists, one list after the other.

use super::prelude::*;
use crate::eval::value::MAX_LIST;
use crate::unroll::value::{self, Stop};

pub(super) static WORDS: &[Function] = &[word(
    "concat(A, B)",
    &[&[Kind::Nested]],
    Gives::By(|lists| lists.item()?.item().map(Type::list)),
    &Judge(judge),
    &Unroll(unroll),
)
.several(Kind::List)
.known()];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], pos: Pos) -> Judged {
    let lists = run.list(&args[0])?;
    let mut all = Vec::new();
    for list in lists.iter() {
        let items = match list {
            V::List(list) => &list[..],
            V::Keyed(keyed) => &keyed.1[..],
            _ => return Ok(V::Undefined),
        };
        run.ticks(items.len() as u64)?;
        all.extend_from_slice(items);
        if all.len() > MAX_LIST {
            return Err(pos.error(format!("the list has more than {MAX_LIST} items")).into());
        }
    }
    Ok(V::list(all))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let lists = run.certain(&args[0])?;
    let mut all = List::default();
    for list in &lists.items {
        match list {
            Val::List(list) => {
                run.ticks(list.items.len() as u64)?;
                run.reads(list);
                for (i, item) in list.items.iter().enumerate() {
                    all.items.push(item.clone());
                    all.guards.push(list.guard(i));
                }
            }
            Val::Keyed(keyed) => {
                all.items.extend_from_slice(&keyed.1);
                all.guards.resize(all.items.len(), TRUE);
            }
            _ => return Err(Stop::NoList),
        }
        if all.items.len() > value::MAX_LIST {
            return Err(pos.error(format!("the list has more than {} items", value::MAX_LIST)).into());
        }
    }
    if all.guards.iter().all(|&g| g == TRUE) {
        all.guards.clear();
    }
    Ok(Val::List(Rc::new(all)))
}
