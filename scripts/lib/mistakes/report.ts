// Prints a score: figures per group, and missed mistakes.
import type { Result } from './score.ts'

export interface Tally {
  readonly group: string
  readonly mistakes: number
  readonly caught: number
  readonly located: number
  readonly first: number
  readonly suggested: number
  readonly asked: number
  readonly few: number
  readonly findings: number
}

export const GROUP_OF_ALL = 'all'

export function tallies(results: readonly Result[]): Tally[] {
  const groups = [...new Set(results.map(({ group }) => group))]
  return [
    ...groups.map((group) =>
      tally(
        group,
        results.filter((result) => result.group === group),
      ),
    ),
    tally(GROUP_OF_ALL, results),
  ]
}

function tally(group: string, of: readonly Result[]): Tally {
  const count = (is: (result: Result) => boolean) => of.filter(is).length
  return {
    group,
    mistakes: of.length,
    caught: count(({ caught }) => caught),
    located: count(({ located }) => located),
    first: count(({ first }) => first),
    suggested: count(({ suggested }) => suggested === true),
    asked: count(({ suggested }) => suggested !== null),
    few: count(({ few }) => few),
    findings: of.reduce((sum, { findings }) => sum + findings, 0),
  }
}

const share = (part: number, whole: number): string =>
  whole ? `${((part / whole) * 100).toFixed(1)} %`.padStart(8) : '       –'

export function toTable(list: readonly Tally[]): string {
  const head =
    'group          mistakes   caught  located    first  suggested      few  findings for one that is caught'
  return [
    head,
    ...list.map((one) =>
      [
        one.group.padEnd(14),
        String(one.mistakes).padStart(8),
        share(one.caught, one.mistakes),
        share(one.located, one.mistakes),
        share(one.first, one.mistakes),
        share(one.suggested, one.asked).padStart(10),
        share(one.few, one.mistakes),
        one.caught ? (one.findings / one.caught).toFixed(2).padStart(9) : '',
      ].join(' '),
    ),
  ].join('\n')
}

/** Returns the mistakes that the checker did not handle as expected, by kind of failure, the worst first. */
export function toMissed(results: readonly Result[]): string {
  const parts: readonly [string, (result: Result) => boolean][] = [
    ['not caught', ({ caught }) => !caught],
    ['caught elsewhere', ({ caught, located }) => caught && !located],
    ['another finding first', ({ located, first }) => located && !first],
    ['too many findings', ({ caught, few }) => caught && !few],
    ['without the right name', ({ located, suggested }) => located && suggested === false],
  ]
  return parts
    .map(([title, is]) => ({ title, list: results.filter(is) }))
    .filter(({ list }) => list.length)
    .map(({ title, list }) => [`${title} (${list.length})`, ...list.map(toLine)].join('\n'))
    .join('\n\n')
}

const toLine = ({ id, breaks, findings, said }: Result): string =>
  [
    `  ${id}: ${breaks}${findings > 1 ? ` (${findings} findings)` : ''}`,
    ...said.map((line) => `      ${line}`),
  ].join('\n')
