// Owns which kind of configuration a file is, by its folder, and the schema that gives its shape.

export interface FileKind {
  readonly kind: string
  readonly pattern: RegExp
  /** File name under schemas/config; absent for plain JSON Schemas. */
  readonly schema?: string
}

export const FILE_KINDS: readonly FileKind[] = [
  { kind: 'language', pattern: /^schemas\/config\/([\w-]+)\.schema\.json$/ },
  { kind: 'common', pattern: /^schemas\/common\/([\w-]+)\.schema\.json$/ },
  {
    kind: 'widget',
    pattern: /^schemas\/widgets\/((?:(?:cells|filters|inputs|sections)\/)?[a-z0-9-]+)\.schema\.json$/,
    schema: 'widget',
  },
  { kind: 'content', pattern: /^schemas\/content\/([A-Za-z][\w-]*)\.json$/, schema: 'content-type' },
  { kind: 'form', pattern: /^schemas\/forms\/([A-Za-z][\w-]*)\.json$/, schema: 'form' },
  { kind: 'api', pattern: /^schemas\/api\/([A-Za-z][\w-]*)\.json$/, schema: 'api' },
  { kind: 'dictionary', pattern: /^schemas\/dictionaries\/([A-Za-z][\w-]*)\.json$/, schema: 'dictionary' },
  { kind: 'lifecycle', pattern: /^schemas\/lifecycles\/([A-Za-z][\w-]*)\.json$/, schema: 'lifecycle' },
  { kind: 'samples', pattern: /^schemas\/samples\/([A-Za-z][\w-]*)\.json$/, schema: 'samples' },
  { kind: 'menu', pattern: /^pages-config\/menu\.json$/, schema: 'menu' },
  { kind: 'page', pattern: /^pages-config\/((?:[a-z0-9-]+\/)*[a-z0-9-]+)\.json$/, schema: 'page' },
  { kind: 'zone', pattern: /^zones-config\/([a-z0-9-]+)\.json$/, schema: 'zone' },
]

/** Kind and id of a file, or null for one that lies in no folder of the language. */
export function kindOf(path: string): { kind: FileKind; id: string } | null {
  for (const kind of FILE_KINDS) {
    const match = kind.pattern.exec(path)
    if (match) return { kind, id: match[1] ?? kind.kind }
  }
  return null
}
