//! Stubs: functions that are only declared, for which `--stub` stands.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(place: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    command.current_dir(place).args(arguments).output().expect("pathweave starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A function that is only declared stops nothing where a stub stands for it, neither here nor natively.
#[test]
fn stubs_stand_for_functions_without_a_definition() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stubs");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).expect("the target directory is writable");
    let program = "double ratio(const char *, ...);\n\
                   int other(int);\n\
                   void note(void);\n\
                   _Noreturn void fatal(const char *);\n\
                   int unit(int x) {\n\
                     note();\n\
                     if (x > 10) {\n\
                       int r = other(x);\n\
                       if (r == 3) return 1;\n\
                       if (r == 4) fatal(\"four\");\n\
                       return 2;\n\
                     }\n\
                     return 0;\n\
                   }\n\
                   double more(int x) { return ratio(\"x\", x); }\n";
    fs::write(place.join("unit.c"), program).expect("a program");
    let flags = ["test", "unit.c", "--entry", "unit", "--out", "out", "--json"];
    let json = |output: &Output| -> Value {
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", text(&output.stderr)))
    };
    let without = json(&run(&place, &[&flags[..], &["--no-replay"]].concat()));
    assert_eq!(without["verdict"], "stopped", "{without}");
    let output = run(&place, &[&flags[..], &["--stub", "all"]].concat());
    let with = json(&output);
    assert_eq!((&with["verdict"], &with["paths"]), (&"explored".into(), &4.into()), "{with}");
    assert_eq!(with["native"]["confirmed"], 4, "{with}");
    assert!(with["inputs"].to_string().contains("other() is a stub"), "{with}");
    let again = run(&place, &["replay", "out"]);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stdout));
    for (name, message) in [("unit", "is defined"), ("nothing", "no function")] {
        let output = run(&place, &[&flags[..], &["--stub", name]].concat());
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
    // What an earlier run left is gone when it is not used any more.
    run(&place, &[&flags[..], &["--no-replay"]].concat());
    assert!(!place.join("out/stubs.c").exists());

    // Of a function that returns a pointer `all` can only say so.
    let program = "const char *name(void);\nconst char *unit(void) { return name(); }\n";
    fs::write(place.join("unit.c"), program).expect("a program");
    let stub = |name| run(&place, &[&flags[..], &["--no-replay", "--stub", name]].concat());
    let all = stub("all");
    assert!(text(&all.stderr).contains("no stub for `name`"), "{}", text(&all.stderr));
    assert_eq!(stub("name").status.code(), Some(2));
}
