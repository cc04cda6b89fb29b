// Provides the check of several mistakes at once: a check takes little longer for many than for one.
import { beforeAll } from 'vitest'
import type { Problem } from '#config/load/problem.ts'
import type { Edit, Texts } from '../../scripts/lib/mistakes/mistake.ts'
import { check } from '../../scripts/lib/mistakes/score.ts'
import { IS_LONG } from '../support/long-run.ts'

/** The long run makes each alone. */
const MOST = IS_LONG ? 1 : 24

interface Told<Case> {
  /** Throws where there is nothing to change. */
  readonly change: (one: Case, texts: Texts) => Texts
  /** The files that it is made in: in one of them, it could not be told which mistake something is said of. */
  readonly apart: (one: Case) => readonly string[]
  readonly holds: (one: Case, found: readonly Problem[], beside: readonly Case[]) => void
}

/**
 * Makes the mistakes beside each other and asks `holds` of what is found then. Where that does not hold, as something
 * else is hidden or said because of the others, it is asked again of what is found with fewer, and last of what is found
 * with that mistake alone: so every case holds of some check, and fails by its own.
 */
export function toldTogether<Case>(
  files: Texts,
  cases: readonly Case[],
  { change, apart, holds }: Told<Case>,
): (one: Case) => void {
  const told = new Set<Case>()
  beforeAll(() => {
    let left = MOST > 1 ? cases : []
    let before = Number.POSITIVE_INFINITY
    while (left.length > 1 && left.length < before) {
      before = left.length
      for (const group of inGroups(left, apart)) {
        const { texts, made } = makeAll(files, group, change)
        if (made.length < 2) continue
        const found = check(texts)
        for (const one of made) if (isDone(() => holds(one, found, made))) told.add(one)
      }
      left = left.filter((one) => !told.has(one))
    }
  }, 240_000)
  return (one) => {
    if (!told.has(one)) holds(one, check(change(one, files)), [one])
  }
}

/** The files that edits change. */
export const filesOf = (edits: readonly Edit[]): readonly string[] =>
  edits.flatMap((edit) => [edit.in, edit.remove, edit.move, edit.to].filter((file) => file !== undefined))

function isDone(action: () => void): boolean {
  try {
    action()
    return true
  } catch {
    return false
  }
}

function inGroups<Case>(cases: readonly Case[], apart: (one: Case) => readonly string[]): readonly Case[][] {
  const groups: { readonly taken: Set<string>; readonly all: Case[] }[] = []
  for (const one of cases) {
    const own = apart(one)
    const group = groups.find(
      ({ taken, all }) => all.length < MOST && !own.some((name) => taken.has(name)),
    ) ?? { taken: new Set(), all: [] }
    if (group.all.push(one) === 1) groups.push(group)
    for (const name of own) group.taken.add(name)
  }
  return groups.map(({ all }) => all)
}

/** Those that can be made after each other; of the rest its own test says why it cannot. */
function makeAll<Case>(files: Texts, group: readonly Case[], change: Told<Case>['change']) {
  const made: Case[] = []
  let texts = files
  for (const one of group) {
    const isMade = isDone(() => {
      texts = change(one, texts)
    })
    if (isMade) made.push(one)
  }
  return { texts, made }
}
