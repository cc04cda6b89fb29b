// Sorts problems into the best order for repair, and folds repeated ones under the first of them.
import { CODES, type CodeEntry } from '#config/load/codes.ts'
import { kindOf } from '#config/load/file-kinds.ts'
import { type Problem, type SourceLocation, toSentence } from '#config/load/problem.ts'

/** Kinds of files by dependency: a repair in an early layer repairs later ones that are made from it. */
const LAYERS: readonly (readonly string[])[] = [
  ['language', 'common', 'widget'],
  ['roles'],
  ['dictionary', 'family', 'set'],
  ['lifecycle'],
  ['content'],
  ['form', 'api'],
  ['notice'],
  ['site'],
  ['menu'],
  ['page', 'zone'],
  ['samples'],
]
/** Within a file, what keeps it from being read counts first, then names, from which other problems follow. */
const RANKS = { syntax: 0, shape: 0, name: 1, rule: 2 } as const
/** From this number on, equal problems are reported as one. */
const SEVERAL = 3

export function inOrder(problems: readonly Problem[]): Problem[] {
  return folded(sorted(withoutFollowers(problems))).map((problem) =>
    problem.also ? { ...problem, message: toSentence(problem) } : problem,
  )
}

const entryOf = ({ slug }: Problem): Partial<CodeEntry> => CODES.get(slug) ?? {}
const kindOfFile = ({ file }: Problem): string => kindOf(file)?.kind.kind ?? ''

/** Without problems that follow from another one until it is repaired. */
function withoutFollowers(problems: readonly Problem[]): readonly Problem[] {
  const present = new Set(problems.flatMap(({ file, slug }) => [slug, `${file} ${slug}`]))
  return problems.filter((problem) => {
    const { follows = [], followsAnywhere = [] } = entryOf(problem)
    return ![...followsAnywhere, ...follows.map((cause) => `${problem.file} ${cause}`)].some((cause) =>
      present.has(cause),
    )
  })
}

function sorted(problems: readonly Problem[]): Problem[] {
  const placed = problems.map((problem) => ({
    problem,
    weight: weightOf(problem),
    layer: layerOf(problem),
    rank: RANKS[entryOf(problem).kind ?? 'rule'],
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

const weightOf = (problem: Problem): number =>
  problem.severity === 'warning' ? 2 : entryOf(problem).kind === 'syntax' ? 0 : 1
const layerOf = (problem: Problem): number => {
  const layer = LAYERS.findIndex((kinds) => kinds.includes(kindOfFile(problem)))
  return layer < 0 ? LAYERS.length : layer
}

/** Those that say the same of many places, and those that say it of one place for many reasons. */
function folded(problems: readonly Problem[]): Problem[] {
  const keys = [
    ({ slug, message, severity }: Problem) => `${severity} ${slug} ${message}`,
    ({ slug, file, line, column, severity }: Problem) => `${severity} ${slug} ${file}:${line}:${column}`,
    // A row of samples names the same thing as the rows beside it.
    (problem: Problem) => {
      const { slug, file, found, severity, message } = problem
      return kindOfFile(problem) === 'samples' ? `${severity} ${slug} ${file} ${found ?? message}` : message
    },
    causeOf,
  ]
  return keys.reduce<readonly Problem[]>(foldBy, problems).slice()
}

/** Equal for findings of one cause: a code that a dictionary lacks, a file copied from another type's. */
function causeOf(problem: Problem): string {
  const { severity, slug, message, file, line, column } = problem
  const parts = { ...problem, subject: message.split('：')[0] }
  const cause = entryOf(problem).same?.map((part) => parts[part] ?? '')
  return cause ? `${severity} ${slug} ${cause.join(' ')}` : `${file}:${line}:${column} ${message}`
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
