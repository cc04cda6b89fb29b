// Finds the references to a renamed thing: runs the checker, and chooses the sites that its findings mean, round after
// round, until it finds no more.
import type { Problem, SourceLocation } from '#config/load/problem.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { RenameSites, Site } from './rename-sites.ts'

const MAX_ROUNDS = 40
/** How often the same site is tried. */
const MAX_CHOICES = 3
/** Checks that look for the way out of findings that remain. */
const MAX_TRIALS = 80

const keyOf = ({ slug, file, line }: Problem): string => `${slug} ${file}:${line}`
const describeSite = ({ file, offset }: Site): string => `${file}#${offset}`

interface Repair {
  readonly sites: RenameSites
  /** Chosen already, and for good: where the thing is defined. */
  readonly definition: readonly Site[]
  /** A name that nothing else has, so that the checker tells each wrong reference. */
  readonly to: string
  readonly isEditable: (file: string) => boolean
  /** Findings that were there before. */
  readonly isOld: (problem: Problem) => boolean
}

/** Chooses sites; what it cannot repair stays. */
export function repairReferences({ sites, definition, to, isEditable, isOld }: Repair): void {
  const fixed = new Set(definition.map(describeSite))
  const counts = new Map<string, number>()
  const check = (): readonly Problem[] => {
    const result = checkConfiguration(sites.render(to))
    return (result.ok ? result.warnings : result.problems).filter(
      (problem) => isEditable(problem.file) && !isOld(problem),
    )
  }
  const isFree = (site: Site) =>
    !fixed.has(describeSite(site)) && (counts.get(describeSite(site)) ?? 0) < MAX_CHOICES
  const choose = (site: Site) => {
    counts.set(describeSite(site), (counts.get(describeSite(site)) ?? 0) + 1)
    sites.choose(site)
  }
  /** True if anything was chosen otherwise. */
  const chooseAt = (location: SourceLocation): boolean => {
    const [own = [], ...around] = sites.near(location, to)
    // The checker finds fault with the new name: something else was meant by the old one, or what it needs is not
    // there yet.
    const wrong = own.filter((site) => sites.has(site) && !fixed.has(describeSite(site)))
    for (const site of wrong) sites.choose(site, false)
    if (wrong.length > 0) return true
    const [group = []] = [own, ...around.slice(0, 2)]
      .map((one) => one.filter((site) => isFree(site) && !sites.has(site)))
      .filter((one) => one.length > 0)
    for (const site of group) choose(site)
    return group.length > 0
  }
  const repair = (): readonly Problem[] => {
    for (let round = 0; ; round += 1) {
      const problems = check()
      if (problems.length === 0 || round === MAX_ROUNDS) return problems
      const isChanged = locationsOf(problems)
        .filter(({ file }) => isEditable(file))
        .map(chooseAt)
        .includes(true)
      if (!isChanged) return problems
    }
  }
  let trials = 0
  for (let problems = repair(); problems.length > 0; problems = repair()) {
    const known = new Set(problems.map(keyOf))
    const isBetter = candidates(problems, sites, to).some((site) => {
      if (!isEditable(site.file) || fixed.has(describeSite(site)) || trials >= MAX_TRIALS) return false
      trials += 1
      const before = sites.has(site)
      sites.choose(site, !before)
      // Fewer are not better where one of another kind hides the others, as a wrong shape does.
      const rest = check()
      if (rest.length < problems.length && rest.every((problem) => known.has(keyOf(problem)))) return true
      sites.choose(site, before)
      return false
    })
    if (!isBetter) return
  }
}

/** Each once. */
function locationsOf(problems: readonly Problem[]): readonly SourceLocation[] {
  const all: readonly SourceLocation[] = problems.flatMap((problem) => [problem, ...(problem.also ?? [])])
  return [...new Map(all.map((one) => [`${one.file}:${one.line}:${one.column}`, one])).values()]
}

function candidates(problems: readonly Problem[], sites: RenameSites, to: string): readonly Site[] {
  const all = locationsOf(problems).flatMap((location) => sites.near(location, to).flat())
  return [...new Map(all.map((site) => [describeSite(site), site])).values()]
}
