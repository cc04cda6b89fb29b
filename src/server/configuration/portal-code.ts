// Loads a portal's own code, handlers and hooks, from its build, and builds it again while its files change.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { PROGRAM } from '#config/load/portal-folder.ts'
import type { Problem } from '#config/load/problem.ts'
import { type Handler as PortalHandler, VERSION } from '#sdk/handler.ts'
import type { Handler, Handlers, Hook, Hooks, TypeHooks } from '#server/platform/call.ts'
import { NO_CODE, type PortalCode } from '#server/platform/hooks.ts'
import type { Model } from '#shared/model/model.ts'

/** The folder of a portal's own code. */
export const CODE_FOLDER = 'handlers'

/** A file of `PORTAL_DIR/handlers`, as the build lists it. */
interface HandlerFile {
  readonly file: string
  readonly module: Readonly<Record<string, unknown>>
}

/** Says why the portal's own code cannot be used, in words for who writes it. */
export class ExtensionError extends Error {
  /** The same as a finding of the check. */
  get problem(): Problem {
    const file = /handlers\/[\w./-]+\.ts/.exec(this.message)?.[0] ?? CODE_FOLDER
    return { slug: 'handler_refused', severity: 'error', file, line: 1, column: 1, message: this.message }
  }
}

/**
 * Returns no code where the portal has none of its own. `version` is a query that forces a fresh load.
 */
export async function loadPortalCode(portal: string, version = ''): Promise<PortalCode> {
  if (!existsSync(join(portal, CODE_FOLDER))) return NO_CODE
  const built = join(portal, 'dist', 'handlers.js')
  if (!existsSync(built))
    throw new ExtensionError(`门户的 handlers 还没有构建：没有 ${built}，请先运行 npm run build`)
  const { default: files } = (await import(`${pathToFileURL(built).href}${version}`)) as {
    default: readonly HandlerFile[]
  }
  return toPortalCode(files)
}

export function toPortalCode(files: readonly HandlerFile[]): PortalCode {
  const handlers = new Map<string, Handler>()
  const hooks = new Map<string, TypeHooks>()
  for (const { file, module } of files) {
    if (module.DOOR !== VERSION)
      throw new ExtensionError(
        `${file} 为第 ${String(module.DOOR ?? '？')} 版扩展接口编写，本程序提供第 ${VERSION} 版：请按 equipnet/handler 修改后写 export const DOOR = ${VERSION}`,
      )
    const own = Object.entries((module.handlers ?? {}) as object)
    const ownHooks = Object.entries((module.hooks ?? {}) as object)
    if (own.length + ownHooks.length === 0)
      throw new ExtensionError(
        `${file} 没有导出 handlers 或 hooks：handlers 为操作 id 到处理函数的对象，hooks 为内容类型到钩子的对象`,
      )
    for (const [id, handle] of own) {
      if (typeof handle !== 'function') throw new ExtensionError(`${file} 中操作“${id}”的处理程序应为函数`)
      if (handlers.has(id)) throw new ExtensionError(`${file} 中操作“${id}”已有另一个处理程序`)
      handlers.set(id, withEngine(handle as PortalHandler))
    }
    for (const [type, given] of ownHooks) hooks.set(type, mergeHooks(file, type, hooks.get(type), given))
  }
  return { handlers: Object.fromEntries(handlers), hooks }
}

/** Portals written for the earlier name of the caller, `asker`, go on working. */
const withEngine =
  (handle: PortalHandler): Handler =>
  (call) =>
    handle({
      ...call,
      asker: call.caller,
      engine: call.services.engine(call),
    } as Parameters<PortalHandler>[0])

/** Several files may add hooks to a type, but only one of them each hook: nothing says which of two comes first. */
function mergeHooks(file: string, type: string, known: TypeHooks = {}, given: unknown): TypeHooks {
  const merged: Record<string, Hook> = { ...known }
  for (const [name, hook] of Object.entries((given ?? {}) as object)) {
    if (typeof hook !== 'function') throw new ExtensionError(`${file} 中钩子“${type}.${name}”应为函数`)
    if (Object.hasOwn(merged, name))
      throw new ExtensionError(`${file} 中钩子“${type}.${name}”已在另一个文件中`)
    merged[name] = hook as Hook
  }
  return merged
}

/** The program's handlers with the portal's own, which replace none of them. */
export function withPortalHandlers(handlers: Handlers, own: Handlers): Handlers {
  const taken = Object.keys(own).find((id) => Object.hasOwn(handlers, id))
  if (taken !== undefined)
    throw new ExtensionError(`操作“${taken}”由程序处理，门户的 handlers 不能另写，请换一个 id`)
  return { ...handlers, ...own }
}

/** Returns a problem for each hook that would never run. Of a portal without hooks nothing of the check is loaded. */
export async function findUnknownHooks(
  { contentTypes }: Pick<Model, 'contentTypes'>,
  hooks: Hooks,
): Promise<Problem[]> {
  if (hooks.size === 0) return []
  const { hookProblems } = await import('#config/lint/content/hook-problems.ts')
  const types = contentTypes.map(({ name }) => name)
  return [...hooks].flatMap(([type, own]) => hookProblems(types, type, Object.keys(own)))
}

const run = promisify(execFile)

/** As a start builds it. Throws `ExtensionError` with what the compiler says. */
export async function buildPortalCode(portal: string): Promise<void> {
  const options = { cwd: PROGRAM, env: { ...process.env, PORTAL_DIR: portal } }
  await run(process.execPath, [join(PROGRAM, 'scripts/build.mjs'), CODE_FOLDER], options).catch(
    ({ stderr, message }: { stderr?: string; message: string }) => {
      throw new ExtensionError(`门户的 handlers 构建失败：${(stderr || message).trim().slice(0, 500)}`)
    },
  )
}

let loads = 0

/** Builds the portal's code from its files and loads it, whatever was loaded before. */
export async function rebuildPortalCode(portal: string): Promise<PortalCode> {
  if (!existsSync(join(portal, CODE_FOLDER))) return NO_CODE
  await buildPortalCode(portal)
  loads += 1
  try {
    return await loadPortalCode(portal, `?${loads}`)
  } catch (error) {
    if (error instanceof ExtensionError) throw error
    throw new ExtensionError(
      `门户的 handlers 加载失败：${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/**
 * Returns how to load the portal's code after a change: it is built again only if its files have changed since it was
 * last tried, with the same result otherwise.
 */
export function portalCodeLoader(portal: string, code: PortalCode): () => Promise<PortalCode> {
  let state = stateOf(portal)
  let last = Promise.resolve(code)
  return () => {
    const now = stateOf(portal)
    if (now !== state) last = rebuildPortalCode(portal)
    state = now
    return last
  }
}

/** Path, size and time of change of every file. */
function stateOf(portal: string): string {
  const folder = join(portal, CODE_FOLDER)
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const lines = files.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const { size, mtimeMs } = statSync(path)
    return `${path} ${size} ${mtimeMs}`
  })
  return lines.sort().join('\n')
}
