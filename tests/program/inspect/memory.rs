//! What a tree of many small things takes.

#![cfg(target_os = "linux")]

use std::fs;

use crate::program::{folder, memory::peak_bytes};

/// What the program takes at most for a file: see the docs of `wonderwheel_inspect`.
const TIMES: u64 = 12;
const BASE: u64 = 64 << 20;

const STAMP: u32 = 0x1C02_000A;

fn section(id: u32, size: usize) -> Vec<u8> {
    [id, size as u32, STAMP].map(u32::to_le_bytes).concat()
}

/// Twelve megabytes, each of the worst kind that is known.
fn hostile() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    const COUNT: usize = 1_000_000;
    let empty = section(0x4242, 0);
    let wrong_stamp = [0x4242, 0, 0x1234_5678].map(u32::to_le_bytes).concat();
    let around = |inner: Vec<u8>| [section(0x16, inner.len()), inner].concat();
    // Every line breaks a rule.
    let line = "{bin {1,2,3}, {0,0,0,1}, 7, 0, 0, ffffffff, nil )\r\n";
    vec![
        ("sections side by side", "rw-txd", empty.repeat(COUNT)),
        ("sections in one", "rw-txd", around(empty.repeat(COUNT))),
        (
            "sections with a fault each",
            "rw-txd",
            around(wrong_stamp.repeat(COUNT)),
        ),
        ("findings", "object-list", {
            format!("200000\r\n{}", line.repeat(200_000)).into_bytes()
        }),
        ("words", "bank-index", 1_u32.to_le_bytes().repeat(3 * COUNT)),
        ("parts", "manifest", {
            let parts = 1_500_000_u32;
            let head = [1_000, 1_100, parts].map(u32::to_le_bytes).concat();
            [
                head,
                [64_u32, 48]
                    .map(u32::to_le_bytes)
                    .concat()
                    .repeat(parts as usize),
            ]
            .concat()
        }),
    ]
}

#[test]
fn a_file_of_many_small_things_takes_a_small_multiple_of_its_size() {
    let home = folder();
    let path = home.path().join("hostile å ツ");
    for (what, kind, bytes) in hostile() {
        fs::write(&path, &bytes).expect("there is room");
        let most = TIMES * bytes.len() as u64 + BASE;
        for form in [&["--bytes"][..], &["--json", "--bytes"]] {
            let mut args = vec!["inspect".into(), path.clone().into_os_string()];
            args.extend(["--kind", kind].map(Into::into));
            args.extend(form.iter().map(Into::into));
            let peak = peak_bytes(home.path(), &args);
            println!(
                "{what} {form:?}: {} MB of {}",
                peak >> 20,
                bytes.len() >> 20
            );
            assert!(
                peak <= most,
                "{what} {form:?}: {peak} bytes, and at most {most} were said"
            );
        }
    }
}
