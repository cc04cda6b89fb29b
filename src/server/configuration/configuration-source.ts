// Loads the configuration of a server process at start and replaces it as a whole when files change.
import { EventEmitter } from 'node:events'
import { parseDocument } from '#config/load/document.ts'
import type { Problem } from '#config/load/problem.ts'
import { readBytes, toTexts } from '#config/load/read-folder.ts'
import type { LoadResult } from '#config/pipeline/check-configuration.ts'
import { setZone } from '#shared/formats/portal-time.ts'
import type { Model } from '#shared/model/model.ts'
import { cacheKey, keep, readCachedModel } from './cached-model.ts'

/** Loaded where files are checked: a start on what is kept needs none of it. */
const compiler = () => import('#config/pipeline/check-configuration.ts')

export class ConfigurationError extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(
      problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`).join('\n'),
    )
    this.problems = problems
  }
}

function requireValid(result: LoadResult): Extract<LoadResult, { ok: true }> {
  if (!result.ok) throw new ConfigurationError(result.problems)
  return result
}

interface Events {
  /** The model was replaced. */
  swapped: [model: Model]
  /** Files are invalid; the model stays. */
  refused: [problems: readonly Problem[]]
  /** Files are as the model again after they were refused. */
  mended: [model: Model]
}

/** Says what keeps the server from serving a model that is valid in itself. */
type Guard = (model: Model) => readonly Problem[]
/** Says what of the stored items a model that is valid in itself would read wrongly. */
type Check = (model: Model) => Promise<readonly Problem[]>

/**
 * The model that a server process serves. `reload` reads the files again and replaces the model as a whole. Events:
 * `swapped` with the new model, `refused` with the problems of invalid files (the model stays), `mended` when
 * refused files match the model again. `open` throws `ConfigurationError` when the files are invalid.
 *
 * @example
 * const source = await ConfigurationSource.open('.')
 * source.on('refused', (problems) => console.error(toHuman(problems)))
 */
export class ConfigurationSource extends EventEmitter<Events> {
  readonly root: string
  #model: Model
  #warnings: readonly Problem[]
  #problems: readonly Problem[] = []
  #guard: Guard = () => []
  #check: Check = async () => []
  #running: Promise<void> | undefined
  #isDirty = false

  private constructor(root: string, model: Model, warnings: readonly Problem[] = []) {
    super()
    this.root = root
    this.#model = model
    this.#warnings = warnings
    setZone(model.site.timeZone)
  }

  /** Throws `ConfigurationError` with all problems when the files are not valid. */
  static async open(root: string): Promise<ConfigurationSource> {
    const { model, warnings } = requireValid(await (await compiler()).loadConfiguration(root))
    return new ConfigurationSource(root, model, warnings)
  }

  /** Same as `open` for files that do not change while the server runs: the valid model is cached in `file`. */
  static async openKept(root: string, file: string): Promise<ConfigurationSource> {
    const files = readBytes(root)
    const key = cacheKey(files)
    const kept = await readCachedModel(file, key)
    if (kept) return new ConfigurationSource(root, kept)
    const { checkConfiguration } = await compiler()
    const { model, warnings } = requireValid(checkConfiguration(toTexts(files), parseDocument))
    await keep(file, { key, model })
    return new ConfigurationSource(root, model, warnings)
  }

  /** Returns a source with a given model, for tests; the folder is not read. */
  static of(model: Model, root = ''): ConfigurationSource {
    return new ConfigurationSource(root, model)
  }

  get model(): Model {
    return this.#model
  }

  /** The warnings of validation; empty where an earlier start validated the files. */
  get warnings(): readonly Problem[] {
    return this.#warnings
  }

  /** Of the files as they are now; empty when the model is what they say. */
  get problems(): readonly Problem[] {
    return this.#problems
  }

  /** Throws when the present model does not pass. */
  setGuard(guard: Guard): void {
    const problems = guard(this.#model)
    if (problems.length > 0) throw new ConfigurationError(problems)
    this.#guard = guard
  }

  /** Rejects when the present model does not pass. */
  async setCheck(check: Check): Promise<void> {
    const problems = await check(this.#model)
    if (problems.length > 0) throw new ConfigurationError(problems)
    this.#check = check
  }

  /** Reads the files again. Changes that come meanwhile are read afterwards, so the last state always wins. */
  async reload(): Promise<void> {
    this.#isDirty = true
    this.#running ??= this.#reloadAll().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  async #reloadAll(): Promise<void> {
    while (this.#isDirty) {
      this.#isDirty = false
      await this.#reloadOnce()
    }
  }

  async #refusals(model: Model): Promise<readonly Problem[]> {
    const problems = this.#guard(model)
    return problems.length > 0 || model.hash === this.#model.hash ? problems : this.#check(model)
  }

  async #reloadOnce(): Promise<void> {
    const { loadConfiguration } = await compiler()
    const result = await loadConfiguration(this.root)
    const problems = result.ok ? await this.#refusals(result.model) : result.problems
    const wasRefused = this.#problems.length > 0
    this.#problems = problems
    if (result.ok && problems.length === 0) this.#warnings = result.warnings
    if (!result.ok || problems.length > 0) this.emit('refused', problems)
    else if (result.model.hash !== this.#model.hash) {
      this.#model = result.model
      setZone(result.model.site.timeZone)
      this.emit('swapped', result.model)
    } else if (wasRefused) this.emit('mended', this.#model)
  }
}
