//! ADM015: the webhook cannot decode the object. Where no webhook looks, RUN006, SCH013 and RUN121: the operator cannot.

use super::{
    Remark, Review,
    decode::{self, Fault, Kind},
};

pub(super) fn remarks(review: &Review<'_>, reviewed: bool) -> Vec<Remark> {
    let faults = decode::faults(review);
    if reviewed {
        // The decoder stops at the first.
        return faults.into_iter().enumerate().map(|(index, fault)| refused(fault, index > 0)).collect();
    }
    faults.into_iter().map(unread).collect()
}

fn refused(fault: Fault, masked: bool) -> Remark {
    let help = match fault.kind {
        Kind::Duration => Some("write a number with a unit, such as 60s, 5m or 1h30m".to_owned()),
        Kind::Integer | Kind::Other => None,
    };
    Remark { masked, help, ..Remark::new("ADM015", fault.field, fault.span, fault.text) }
}

fn unread(fault: Fault) -> Remark {
    let code = match fault.kind {
        Kind::Duration => "RUN006",
        Kind::Integer => "SCH013",
        Kind::Other => "RUN121",
    };
    Remark::new(code, fault.field, fault.span, fault.text)
}
