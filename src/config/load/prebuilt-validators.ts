// Owns the place where the build puts the judges that it makes; whoever runs the sources has none.

/** Whether a value has the shape, by the name of a schema under schemas/config. */
export type Judges = Readonly<Record<string, ((value: unknown) => boolean) | undefined>>

interface BuiltJudges {
  /** What they were made of, as `textOf` gives it. */
  readonly language: string
  readonly judges: Judges
}

export const BUILT: BuiltJudges | undefined = undefined
