// Owns what was changed in a form's answers, as patches, so that it can be undone and done again.
import { applyPatches, enablePatches, type Patch, produceWithPatches } from 'immer'
import { type Answers, type Path, readAt, toKey, writeAt } from './answers-tree.ts'

enablePatches()

interface Change {
  readonly patches: readonly Patch[]
  readonly inverse: readonly Patch[]
  /** Where somebody is still typing, and what stood before: later letters there belong to the same change. */
  readonly typing?: { readonly key: string; readonly before: Answers }
}

export interface Turned {
  readonly answers: Answers
  /** Where something changed, most telling first. */
  readonly places: readonly Path[]
}

/** More than anybody takes back one by one; older ones are forgotten. */
const MOST = 200

export class FormHistory {
  #done: Change[] = []
  #undone: Change[] = []

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /** The answers with the value at the path. Letters typed one after another at one place are one change. */
  write(answers: Answers, path: Path, value: unknown): Answers {
    const isStructure = isTree(value) || isTree(readAt(answers, path))
    return this.#record(answers, isStructure ? undefined : toKey(path), (draft) =>
      writeAt(draft, path, value),
    )
  }

  /** All answers replaced at once, as one change. */
  replace(answers: Answers, next: Answers): Answers {
    return this.#record(answers, undefined, (draft) => {
      for (const name of Object.keys(draft)) if (next[name] === undefined) delete draft[name]
      for (const [name, value] of Object.entries(next)) if (value !== undefined) draft[name] = value
    })
  }

  /** The place was left: what is typed there next is a change of its own. */
  close(): void {
    const last = this.#done.at(-1)
    if (last?.typing) this.#done[this.#done.length - 1] = settled(last)
  }

  undo(answers: Answers): Turned | null {
    const change = this.#done.pop()
    if (!change) return null
    this.#undone.push(settled(change))
    return turn(answers, change.inverse)
  }

  redo(answers: Answers): Turned | null {
    const change = this.#undone.pop()
    if (!change) return null
    this.#done.push(change)
    return turn(answers, change.patches)
  }

  #record(
    answers: Answers,
    typing: string | undefined,
    recipe: (draft: Record<string, unknown>) => void,
  ): Answers {
    const last = this.#done.at(-1)
    const before = typing !== undefined && last?.typing?.key === typing ? last.typing.before : answers
    const [next, patches, inverse] = produceWithPatches(before as Record<string, unknown>, recipe)
    this.#undone = []
    if (before !== answers) this.#done.pop()
    const change =
      typing === undefined ? { patches, inverse } : { patches, inverse, typing: { key: typing, before } }
    if (patches.length > 0) this.#done = [...this.#done.slice(1 - MOST), change]
    return next
  }
}

function settled({ patches, inverse }: Change): Change {
  return { patches, inverse }
}

function isTree(value: unknown): boolean {
  return value !== null && typeof value === 'object'
}

function turn(answers: Answers, patches: readonly Patch[]): Turned {
  return { answers: applyPatches(answers, patches as Patch[]), places: patches.map(({ path }) => path) }
}
