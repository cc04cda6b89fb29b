// Sorts problems into the best order for repair, and folds repeated ones under the first of them.
import { type Problem, type SourceLocation, toSentence } from '#config/load/problem.ts'

/** Files by dependency: a repair in an early layer repairs later ones that are made from it. */
const LAYERS: readonly RegExp[] = [
  /^schemas\/(config|common|widgets)\//,
  /^schemas\/roles\.json$/,
  /^schemas\/(dictionaries|parameters)[/.]/,
  /^schemas\/lifecycles\//,
  /^schemas\/content\//,
  /^schemas\/(forms|api)\//,
  /^schemas\/notices\//,
  /^pages-config\/site\.json$/,
  /^pages-config\/menu\.json$/,
  /^(pages|zones)-config\//,
  /^schemas\/samples\//,
]
/** Of a file that cannot be read as what it is: nothing else in it counts before. */
const SHAPE = /^(json_|file_|key_|type_wrong|value_format|value_limit|schema_reference)/
/** Rules about unknown or refused names; most other problems of a file follow from these. */
const NAMED = /(_unknown|_refused|_code|_written|_duplicate|_contradict|_contradiction)$/
/** Findings of these rules have one cause where this is the same: a code that a dictionary lacks, a file copied from another type's. */
const CAUSES: Readonly<Record<string, (problem: Problem) => string | undefined>> = {
  given_code: ({ file, found }) => `${file} ${found}`,
  beside_other_type: ({ file, expected }) => `${file} ${expected}`,
  region_missing: ({ found }) => found,
  parent_missing: ({ found }) => found,
  // Many samples that a field refuses tell of the field.
  sample_refused: ({ file, message }) => `${file} ${message.split('）')[0]}`,
}
/**
 * Problems in the same file that follow from another one until it is repaired: page content whose readers may not
 * open the page.
 */
const FOLLOWERS: ReadonlyMap<string, RegExp> = new Map([['surface_public', /^(source|link)_access$/]])
/** From this number on, equal problems are reported as one. */
const SEVERAL = 3

export function inOrder(problems: readonly Problem[]): Problem[] {
  return folded(sorted(withoutFollowers(problems))).map((problem) =>
    problem.also ? { ...problem, message: toSentence(problem) } : problem,
  )
}

function withoutFollowers(problems: readonly Problem[]): readonly Problem[] {
  const causes = problems.filter(({ slug }) => FOLLOWERS.has(slug))
  return problems.filter(
    ({ file, slug }) => !causes.some((cause) => cause.file === file && FOLLOWERS.get(cause.slug)?.test(slug)),
  )
}

function sorted(problems: readonly Problem[]): Problem[] {
  const placed = problems.map((problem) => ({
    problem,
    weight: weightOf(problem),
    layer: layerOf(problem),
    rank: rankOf(problem),
  }))
  const { compare } = new Intl.Collator()
  placed.sort(
    (a, b) =>
      a.weight - b.weight ||
      a.layer - b.layer ||
      compare(a.problem.file, b.problem.file) ||
      a.rank - b.rank ||
      a.problem.line - b.problem.line ||
      a.problem.column - b.problem.column,
  )
  return placed.map(({ problem }) => problem)
}

const weightOf = ({ severity, slug }: Problem): number =>
  severity === 'warning' ? 2 : /^json_/.test(slug) ? 0 : 1
const layerOf = ({ file }: Problem): number => {
  const layer = LAYERS.findIndex((one) => one.test(file))
  return layer < 0 ? LAYERS.length : layer
}
const rankOf = ({ slug }: Problem): number => (SHAPE.test(slug) ? 0 : NAMED.test(slug) ? 1 : 2)

/** Those that say the same of many places, and those that say it of one place for many reasons. */
function folded(problems: readonly Problem[]): Problem[] {
  const keys = [
    ({ slug, message, severity }: Problem) => `${severity} ${slug} ${message}`,
    ({ slug, file, line, column, severity }: Problem) => `${severity} ${slug} ${file}:${line}:${column}`,
    // A row of samples names the same thing as the rows beside it.
    ({ slug, file, found, severity, message }: Problem) =>
      file.startsWith('schemas/samples/') ? `${severity} ${slug} ${file} ${found ?? message}` : message,
    (problem: Problem) => {
      const { severity, slug, message, file, line, column } = problem
      const cause = CAUSES[slug]?.(problem)
      return cause === undefined ? `${file}:${line}:${column} ${message}` : `${severity} ${slug} ${cause}`
    },
  ]
  return keys.reduce<readonly Problem[]>(foldBy, problems).slice()
}

function foldBy(problems: readonly Problem[], keyOf: (problem: Problem) => string): Problem[] {
  const groups = new Map<string, Problem[]>()
  for (const problem of problems) {
    const key = keyOf(problem)
    const group = groups.get(key)
    if (group) group.push(problem)
    else groups.set(key, [problem])
  }
  return [...groups.values()].flatMap((group) => {
    const [first, ...rest] = group
    return first && group.length >= SEVERAL ? [withFollowers(first, rest)] : group
  })
}

function withFollowers(first: Problem, rest: readonly Problem[]): Problem {
  const also = rest.flatMap(({ file, line, column, also: others = [] }) => [
    { file, line, column },
    ...others,
  ])
  const others = elsewhere(first, [...(first.also ?? []), ...also])
  const { also: _also, ...alone } = first
  return others.length > 0 ? { ...alone, also: others } : alone
}

/** Each place once, and not the first one again. */
function elsewhere(first: SourceLocation, places: readonly SourceLocation[]): SourceLocation[] {
  const keyOf = ({ file, line, column }: SourceLocation) => `${file}:${line}:${column}`
  const byKey = new Map(places.map((place) => [keyOf(place), place]))
  byKey.delete(keyOf(first))
  return [...byKey.values()]
}
