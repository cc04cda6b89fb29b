// Loads the configuration of a server process at start and replaces it as a whole when files change.
import { EventEmitter } from 'node:events'
import { parseDocument } from '#config/load/document.ts'
import { applyLayer, type Layer, type LayerConflict, NO_LAYER } from '#config/load/layer/apply-layer.ts'
import type { Problem } from '#config/load/problem.ts'
import {
  type PortalBytes,
  type PortalFiles,
  readBytes,
  readFolder,
  toTexts,
} from '#config/load/read-folder.ts'
import type { LoadResult } from '#config/pipeline/check-configuration.ts'
import { NO_CODE, type PortalCode } from '#server/platform/hooks.ts'
import { setZone } from '#shared/formats/portal-time.ts'
import type { Model } from '#shared/model/model.ts'
import { cacheKey, keep, readCachedModel } from './cached-model.ts'
import { type CheckedFiles, checkFiles } from './check-files.ts'
import { ExtensionError } from './portal-code.ts'

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

/** What was published last: the number of its revision, 0 where nothing was, and the changes of the files. */
export interface Published {
  readonly revision: number
  readonly layer: Layer
}

export const NOTHING_PUBLISHED: Published = { revision: 0, layer: NO_LAYER }

interface Events {
  /** The model was replaced. */
  swapped: [model: Model]
  /** The portal's own code was replaced. */
  renewed: [code: PortalCode]
  /** Files are invalid; model and code stay. */
  refused: [problems: readonly Problem[]]
  /** Files are as the model again after they were refused. */
  mended: [model: Model]
}

/** Builds the portal's own code from its files as they are now. Throws `ExtensionError` where it cannot. */
type LoadCode = () => Promise<PortalCode>
/** Loads what was published last. */
type LoadPublished = () => Promise<Published>
/** Says what keeps the server from serving a model that is valid in itself. */
type Guard = (model: Model, code: PortalCode) => Promise<readonly Problem[]>
/** Says what of the stored items a model that is valid in itself would read wrongly. */
type Check = (model: Model) => Promise<readonly Problem[]>

/**
 * The model that a server process serves: the files of the folders, with the published changes over them. `reload` reads
 * both again and replaces the model as a whole. Events:
 * `swapped` with the new model, `refused` with the problems of invalid files (the model stays), `mended` when
 * refused files match the model again, `renewed` with new code of the portal. `open` throws `ConfigurationError` when the files are invalid.
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
  #guard: Guard = async () => []
  #check: Check = async () => []
  #code: PortalCode = NO_CODE
  #loadCode: LoadCode | undefined
  #published: Published
  #loadPublished: LoadPublished | undefined
  #cacheFile: string | undefined
  #files: PortalFiles | undefined
  #conflicts: readonly LayerConflict[] | undefined
  #running: Promise<void> | undefined
  #isDirty = false

  private constructor(root: string, model: Model, published: Published, warnings: readonly Problem[] = []) {
    super()
    this.root = root
    this.#model = model
    this.#published = published
    this.#warnings = warnings
    setZone(model.site.timeZone)
  }

  /**
   * Throws `ConfigurationError` with all problems when the files are not valid with what was published. The files are
   * checked while `opening` still loads it, since mostly there is nothing.
   */
  static async open(
    root: string,
    opening: Published | Promise<Published> = NOTHING_PUBLISHED,
  ): Promise<ConfigurationSource> {
    const { loadConfiguration } = await compiler()
    const alone = await loadConfiguration(root)
    const published = await opening
    const isAlone = Object.keys(published.layer).length === 0
    const result = isAlone ? alone : await loadConfiguration(root, published.layer)
    const { model, warnings } = requireValid(result)
    return new ConfigurationSource(root, model, published, warnings)
  }

  /**
   * Same as `open` for files that do not change while the server runs: the valid model is cached in `file`. It is read
   * while `opening` still loads what was published.
   */
  static async openKept(
    root: string,
    file: string,
    opening: Published | Promise<Published> = NOTHING_PUBLISHED,
  ): Promise<ConfigurationSource> {
    const files = readBytes(root)
    const keyed = Promise.resolve(opening).then(({ layer }) => cacheKey(files, layer))
    const kept = await readCachedModel(file, keyed)
    const [published, key] = [await opening, await keyed]
    const sourceOf = (model: Model, warnings: readonly Problem[] = []): ConfigurationSource => {
      const source = new ConfigurationSource(root, model, published, warnings)
      source.#cacheFile = file
      return source
    }
    if (kept) return sourceOf(kept)
    const { checkConfiguration } = await compiler()
    const layered = applyLayer(toTexts(files), published.layer)
    const { model, warnings } = requireValid(checkConfiguration(layered.files, parseDocument))
    await keep(file, { key, model })
    return sourceOf(model, warnings)
  }

  /** Returns a source with a given model, for tests; the folder is not read. */
  static of(model: Model, root = ''): ConfigurationSource {
    return new ConfigurationSource(root, model, NOTHING_PUBLISHED)
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

  /** The revision that is served; a later one was refused, if `problems` is not empty. */
  get published(): Published {
    return this.#published
  }

  /** The files of the folders, without what was published. */
  get files(): PortalFiles {
    this.#files ??= readFolder(this.root)
    return this.#files
  }

  /** What deployments have changed otherwise than publications; what was published is served. */
  get conflicts(): readonly LayerConflict[] {
    const { layer } = this.#published
    this.#conflicts ??= Object.keys(layer).length === 0 ? [] : applyLayer(this.files, layer).conflicts
    return this.#conflicts
  }

  /** A reload loads what was published by this. */
  setPublished(load: LoadPublished): void {
    this.#loadPublished = load
  }

  /** The portal's own handlers and hooks, replaced together with the model. */
  get code(): PortalCode {
    return this.#code
  }

  /** Serves this code of the portal. With `load` a reload loads it again, if its files have changed. */
  setCode(code: PortalCode, load?: LoadCode): void {
    this.#code = code
    this.#loadCode = load
  }

  /** Rejects when the present model does not pass. */
  async setGuard(guard: Guard): Promise<void> {
    const problems = await guard(this.#model, this.#code)
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

  /** Reloads, unless that revision is served already. */
  async catchUp(revision: number): Promise<void> {
    await this.#running
    if (this.#published.revision !== revision) await this.reload()
  }

  /**
   * Caches what will be served with that layer, for the next start and for other processes on the same files, which need
   * not check it then.
   */
  async keep(model: Model, layer: Layer): Promise<void> {
    if (this.#cacheFile) await keep(this.#cacheFile, { key: cacheKey(readBytes(this.root), layer), model })
  }

  /** What keeps the server from serving the model, apart from the stored records. */
  findGuardProblems(model: Model): Promise<readonly Problem[]> {
    return this.#guard(model, this.#code)
  }

  async #reloadAll(): Promise<void> {
    while (this.#isDirty) {
      this.#isDirty = false
      await this.#reloadOnce()
    }
  }

  /** The code as its files are now; what keeps it from being loaded. */
  async #loadedCode(): Promise<{ readonly code: PortalCode; readonly problems: readonly Problem[] }> {
    try {
      return { code: (await this.#loadCode?.()) ?? this.#code, problems: [] }
    } catch (error) {
      if (!(error instanceof ExtensionError)) throw error
      return { code: this.#code, problems: [error.problem] }
    }
  }

  async #refusals(model: Model, code: PortalCode): Promise<readonly Problem[]> {
    const problems = await this.#guard(model, code)
    return problems.length > 0 || model.hash === this.#model.hash ? problems : this.#check(model)
  }

  /** Another process may have checked the same. */
  async #checkFiles(bytes: PortalBytes, { layer }: Published, files: PortalFiles): Promise<CheckedFiles> {
    if (!this.#cacheFile) return checkFiles(files)
    const key = cacheKey(bytes, layer)
    const kept = await readCachedModel(this.#cacheFile, key)
    if (kept) return { ok: true, model: kept, warnings: [] }
    const result = await checkFiles(files)
    if (result.ok) await keep(this.#cacheFile, { key, model: result.model })
    return result
  }

  async #reloadOnce(): Promise<void> {
    const published = (await this.#loadPublished?.()) ?? this.#published
    const bytes = readBytes(this.root)
    const files = toTexts(bytes)
    const layered = applyLayer(files, published.layer)
    const result = await this.#checkFiles(bytes, published, layered.files)
    const { code, problems: ofCode } = await this.#loadedCode()
    const ofModel = result.ok ? [] : result.problems
    const own = [...ofModel, ...ofCode]
    const problems = result.ok && own.length === 0 ? await this.#refusals(result.model, code) : own
    const wasRefused = this.#problems.length > 0
    this.#problems = problems
    if (result.ok && problems.length === 0) this.#warnings = result.warnings
    if (!result.ok || problems.length > 0) {
      this.emit('refused', problems)
      return
    }
    this.#published = published
    this.#files = files
    this.#conflicts = layered.conflicts
    const isNewCode = code !== this.#code
    this.#code = code
    if (isNewCode) this.emit('renewed', code)
    if (result.model.hash !== this.#model.hash) {
      this.#model = result.model
      setZone(result.model.site.timeZone)
      this.emit('swapped', result.model)
    } else if (wasRefused) this.emit('mended', this.#model)
  }
}
