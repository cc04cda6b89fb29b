// Sets Node's options for a short-lived program.

/** Only what runs very often is compiled for speed. Of Node 20; later versions count in another way and refuse the option. */
const SELDOM_COMPILED = process.versions.v8.startsWith('11.') ? ['--interrupt-budget=2000000'] : []

/**
 * Options for it. The built-in database is not compiled a second time for speed, which takes longer than such a process
 * lives; nor is what is soon left, which took a sixth of the time of tests.
 */
export const BRIEF: readonly string[] = ['--liftoff-only', ...SELDOM_COMPILED]
