// Gives the audiences that a configuration may name: groups of the language, roles and grants of the portal.
import { GROUPS, grantAudience } from '#shared/access/roles.ts'

/** The file of the language that says who may be named, by its id. */
export const COMMON = 'common'

export interface Language {
  readonly $defs: Readonly<Record<string, object>>
}

/** Those that only some places name: they are related to what stands there. */
const RELATED: readonly string[] = ['parent.owner', 'partner']
const PARTY = '^(parent\\.)?party:[a-z][A-Za-z0-9]*$'

interface Named {
  readonly plain: readonly string[]
  readonly related: readonly string[]
}

/** Returns null if the roles are too broken to be read. */
function namedBy(written: unknown): Named | null {
  const { roles, grants } = (written ?? {}) as { readonly roles?: object; readonly grants?: object }
  if (typeof roles !== 'object' || typeof grants !== 'object') return null
  const own = [...Object.keys(roles ?? {}), ...Object.keys(grants ?? {}).map(grantAudience)]
  const groups = GROUPS.filter((group) => !RELATED.includes(group))
  const regional = ['registered', 'participant', ...own].map((audience) => `region:${audience}`)
  return { plain: [...groups, ...own], related: [...groups, ...RELATED, ...own, ...regional] }
}

/** With the roles and grants of the portal among those who may be named; as written where they are broken. */
export function withAudiences(language: Language, written: unknown): object {
  const named = namedBy(written)
  if (!named) return language
  const { audience, relatedAudience } = language.$defs
  return {
    ...language,
    $defs: {
      ...language.$defs,
      audience: { ...audience, enum: named.plain },
      relatedAudience: { ...relatedAudience, if: { pattern: PARTY }, else: { enum: named.related } },
    },
  }
}

/** The same for judges that are made before anybody knows the portal: what it names is asked for by a format. */
export function withAudienceFormats(language: Language): object {
  const { audience, relatedAudience } = language.$defs
  return {
    ...language,
    $defs: {
      ...language.$defs,
      audience: { ...audience, format: 'audience' },
      relatedAudience: { ...relatedAudience, format: 'relatedAudience' },
    },
  }
}

let plain: ReadonlySet<string> | null = null
let related: ReadonlySet<string> | null = null
const partyPattern = new RegExp(PARTY, 'u')

/** Those of whom the formats speak from now on: what schemas/roles.json says. */
export function nameAudiences(written: unknown): void {
  const named = namedBy(written)
  plain = named && new Set(named.plain)
  related = named && new Set(named.related)
}

/** By the names of the formats. */
export const AUDIENCE_FORMATS = {
  audience: (name: string): boolean => plain?.has(name) ?? true,
  relatedAudience: (name: string): boolean => partyPattern.test(name) || (related?.has(name) ?? true),
}
