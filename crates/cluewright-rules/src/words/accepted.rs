//! `accepted(L, starts, steps, ends)`: an automaton accepts the digits of a list.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[word(
    "accepted(L, starts, steps, ends) or accepted(L, \"start 0; end 1; 0: 9>1\")",
    &[&[Kind::Flat, Kind::Flat, Kind::Lists, Kind::Flat]],
    Gives::Bool,
    &Judge(judge),
    &Unroll(unroll),
)
.by_place()
.role(Role::Accepted)
.posted_apart(&Post(post))];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], pos: Pos) -> Judged {
    let (list, starts) = (run.list(&args[0])?, run.list(&args[1])?);
    let (steps, ends) = (run.list(&args[2])?, run.list(&args[3])?);
    let Some(digits) = run.all_written(&list)? else { return Ok(V::Bool(false)) };
    let (Some(mut states), Some(ends)) = (run.all_numbers(&starts)?, run.all_numbers(&ends)?) else {
        return Ok(V::Bool(false));
    };
    let mut all = Vec::with_capacity(steps.len());
    for step in steps.iter() {
        let V::List(step) = step else { return Ok(V::Bool(false)) };
        let Some(step) = run.all_numbers(step)? else { return Ok(V::Bool(false)) };
        let [from, digit, to] = step[..] else {
            return Err(pos.error("a step consists of a state, a digit and the state after it").into());
        };
        all.push((from, digit, to));
    }
    for digit in digits {
        run.ticks(all.len() as u64)?;
        let mut next: Vec<Rat> = Vec::new();
        for &(from, read, to) in &all {
            if read == digit && states.contains(&from) && !next.contains(&to) {
                next.push(to);
            }
        }
        states = next;
    }
    Ok(V::Bool(states.iter().any(|s| ends.contains(s))))
}

fn post<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Posted {
    let automaton = run.automaton(args, pos)?;
    if automaton.small().is_some() {
        return Ok(false);
    }
    let list = run.certain(&args[0])?;
    Ok(run.missing == FALSE && run.post_accepted(&list, &automaton, pos)?)
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let automaton = run.automaton(args, pos)?;
    let list = run.certain(&args[0])?;
    run.is_accepted(&list, &automaton, pos)
}
