// Exports the validators that the build inserts here; undefined when the sources run.

/** Validators by name of a schema in schemas/config; each returns true if the value has the shape. */
export type Judges = Readonly<Record<string, ((value: unknown) => boolean) | undefined>>

interface BuiltJudges {
  /** The language that they were made from, as `textOf` returns it. */
  readonly language: string
  readonly judges: Judges
}

export const BUILT: BuiltJudges | undefined = undefined
