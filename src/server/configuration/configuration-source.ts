// Owns the current configuration of a server process: loaded at start, swapped whole when files change.
import { EventEmitter } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { loadConfiguration } from '../../config/load.ts'
import type { Problem } from '../../config/problem.ts'
import { CONFIG_FOLDERS } from '../../config/read-folder.ts'
import type { Model } from '../../shared/model.ts'

export class ConfigurationError extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super('configuration is not valid')
    this.problems = problems
  }
}

interface Events {
  swapped: [model: Model]
  refused: [problems: readonly Problem[]]
}

/** Several events of one save, or of an editor that writes a file twice, become one reload. */
const SETTLE = 60

export class ConfigurationSource extends EventEmitter<Events> {
  #model: Model
  readonly #root: string
  #timer: NodeJS.Timeout | undefined
  #closers: (() => void)[] = []

  private constructor(root: string, model: Model) {
    super()
    this.#root = root
    this.#model = model
  }

  /** Throws `ConfigurationError` with all problems when the files are not valid. */
  static async open(root: string): Promise<ConfigurationSource> {
    const result = await loadConfiguration(root)
    if (!result.ok) throw new ConfigurationError(result.problems)
    return new ConfigurationSource(root, result.model)
  }

  /** For tests: a fixed model that no folder stands behind. */
  static of(model: Model): ConfigurationSource {
    return new ConfigurationSource('', model)
  }

  get model(): Model {
    return this.#model
  }

  /** Reads the files again; an invalid state keeps the last good model. */
  async reload(): Promise<void> {
    const result = await loadConfiguration(this.#root)
    if (!result.ok) {
      this.emit('refused', result.problems)
      return
    }
    if (result.model.hash === this.#model.hash) return
    this.#model = result.model
    this.emit('swapped', result.model)
  }

  watch(): void {
    for (const folder of CONFIG_FOLDERS) {
      const watcher = watch(join(this.#root, folder), { recursive: true }, () => {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => void this.reload(), SETTLE)
      })
      watcher.on('error', () => watcher.close())
      this.#closers.push(() => watcher.close())
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const close of this.#closers) close()
    this.#closers = []
  }
}
