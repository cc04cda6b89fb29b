// Records the changes of a form's answers as patches, for undo and redo.
import { applyPatches, enablePatches, type Patch, produceWithPatches } from 'immer'
import { type AnswerPath, type FormAnswers, readAt, toKey, writeAt } from './answer-paths.ts'

enablePatches()

interface Change {
  /** Grows from change to change; letters added to a change leave it as it is. */
  readonly id: number
  readonly patches: readonly Patch[]
  readonly inverse: readonly Patch[]
  /** The field that is being typed in, and the answers before; later letters there belong to the same change. */
  readonly typing?: { readonly key: string; readonly before: FormAnswers }
}

export interface Turned {
  readonly answers: FormAnswers
  /** The paths that changed, the most informative first. */
  readonly places: readonly AnswerPath[]
}

/** More than anybody takes back one by one; older ones are forgotten. */
const MAX_UNDO = 200

export class FormHistory {
  #done: Change[] = []
  #undone: Change[] = []
  #lastId = 0

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  /** Key of the place where somebody is typing, whose letters the browser itself takes back one by one. */
  get typing(): string | undefined {
    return this.#done.at(-1)?.typing?.key
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /** The answers with the value at the path. Letters typed one after another at one place are one change. */
  write(answers: FormAnswers, path: AnswerPath, value: unknown): FormAnswers {
    const isStructure = isTree(value) || isTree(readAt(answers, path))
    return this.#record(answers, isStructure ? undefined : toKey(path), (draft) =>
      writeAt(draft, path, value),
    )
  }

  /** All answers replaced at once, as one change. */
  replace(answers: FormAnswers, next: FormAnswers): FormAnswers {
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

  /** The moment before what comes next, such as the opening of a row. */
  mark(): number {
    this.close()
    return this.#done.at(-1)?.id ?? 0
  }

  /** All changes since the mark are one from now on. */
  join(mark: number): void {
    const joined = this.#since(mark)
    const last = joined.at(-1)
    if (last) this.#done.push({ id: last.id, ...together(joined) })
  }

  /** Takes back all changes since the mark, for good. */
  rewind(mark: number, answers: FormAnswers): Turned | null {
    const joined = this.#since(mark)
    return joined.length ? turn(answers, together(joined).inverse) : null
  }

  undo(answers: FormAnswers): Turned | null {
    const change = this.#done.pop()
    if (!change) return null
    this.#undone.push(settled(change))
    return turn(answers, change.inverse)
  }

  redo(answers: FormAnswers): Turned | null {
    const change = this.#undone.pop()
    if (!change) return null
    this.#done.push(change)
    return turn(answers, change.patches)
  }

  #since(mark: number): Change[] {
    const from = this.#done.findIndex(({ id }) => id > mark)
    return from < 0 ? [] : this.#done.splice(from)
  }

  #record(
    answers: FormAnswers,
    typing: string | undefined,
    recipe: (draft: Record<string, unknown>) => void,
  ): FormAnswers {
    const last = this.#done.at(-1)
    const before = typing !== undefined && last?.typing?.key === typing ? last.typing.before : answers
    const [next, patches, inverse] = produceWithPatches(before as Record<string, unknown>, recipe)
    this.#undone = []
    this.#lastId += 1
    const id = before === answers ? this.#lastId : (this.#done.pop()?.id ?? this.#lastId)
    const change = {
      id,
      patches,
      inverse,
      ...(typing === undefined ? {} : { typing: { key: typing, before } }),
    }
    if (patches.length > 0) this.#done = [...this.#done.slice(1 - MAX_UNDO), change]
    return next
  }
}

function settled({ id, patches, inverse }: Change): Change {
  return { id, patches, inverse }
}

function together(changes: readonly Change[]): Pick<Change, 'patches' | 'inverse'> {
  return {
    patches: changes.flatMap(({ patches }) => patches),
    inverse: changes.toReversed().flatMap(({ inverse }) => inverse),
  }
}

function isTree(value: unknown): boolean {
  return value !== null && typeof value === 'object'
}

function turn(answers: FormAnswers, patches: readonly Patch[]): Turned {
  return { answers: applyPatches(answers, patches as Patch[]), places: patches.map(({ path }) => path) }
}
