// Loads a portal's own handlers from its build and checks them against the extension API version.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Handler as PortalHandler, VERSION } from '#sdk/handler.ts'
import type { Handler, Handlers } from '#server/platform/call.ts'

/** A file of `PORTAL_DIR/handlers`, as the build lists it. */
interface HandlerFile {
  readonly file: string
  readonly module: Readonly<Record<string, unknown>>
}

export class ExtensionError extends Error {}

/**
 * Returns an empty table where the portal has no handlers of its own. `version` is a query that forces a fresh load.
 */
export async function loadPortalHandlers(portal: string, version = ''): Promise<Handlers> {
  if (!existsSync(join(portal, 'handlers'))) return {}
  const built = join(portal, 'dist', 'handlers.js')
  if (!existsSync(built))
    throw new ExtensionError(`门户的 handlers 还没有构建：没有 ${built}，请先运行 npm run build`)
  const { default: files } = (await import(`${pathToFileURL(built).href}${version}`)) as {
    default: readonly HandlerFile[]
  }
  return toHandlers(files)
}

export function toHandlers(files: readonly HandlerFile[]): Handlers {
  const found = new Map<string, Handler>()
  for (const { file, module } of files) {
    if (module.DOOR !== VERSION)
      throw new ExtensionError(
        `${file} 为第 ${String(module.DOOR ?? '？')} 版扩展接口编写，本程序提供第 ${VERSION} 版：请按 equipnet/handler 修改后写 export const DOOR = ${VERSION}`,
      )
    const handlers = Object.entries((module.handlers ?? {}) as object)
    if (handlers.length === 0)
      throw new ExtensionError(`${file} 没有导出 handlers：应为操作 id 到处理函数的对象`)
    for (const [id, handle] of handlers) {
      if (typeof handle !== 'function') throw new ExtensionError(`${file} 中操作“${id}”的处理程序应为函数`)
      if (found.has(id)) throw new ExtensionError(`${file} 中操作“${id}”已有另一个处理程序`)
      // Portals written for the earlier name of the caller go on working.
      found.set(id, (call) => (handle as PortalHandler)({ ...call, asker: call.caller }))
    }
  }
  return Object.fromEntries(found)
}

/** The program's handlers with the portal's own, which replace none of them. */
export function withPortalHandlers(handlers: Handlers, own: Handlers): Handlers {
  const taken = Object.keys(own).find((id) => Object.hasOwn(handlers, id))
  if (taken !== undefined)
    throw new ExtensionError(`操作“${taken}”由程序处理，门户的 handlers 不能另写，请换一个 id`)
  return { ...handlers, ...own }
}
