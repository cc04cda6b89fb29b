// Checks the parts of a portal's folder that only a start reads: handlers, widgets, sample files, `$schema`
// addresses.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { nearestName } from '#config/load/nearest-name.ts'
import { PROGRAM } from '#config/load/portal-folder.ts'
import type { Problem } from '#config/load/problem.ts'
import { presentFolders } from '#config/load/read-folder.ts'
import {
  ExtensionError,
  findUnknownHooks,
  rebuildPortalCode,
  withPortalHandlers,
} from '#server/configuration/portal-code.ts'
import { claimedKind } from '#server/files/formats/file-kinds.ts'
import { FileValidator } from '#server/files/formats/file-validator.ts'
import type { Handlers } from '#server/platform/call.ts'
import { NO_CODE, type PortalCode } from '#server/platform/hooks.ts'
import { findMissingHandlers } from '#server/platform/operations/find-missing-handlers.ts'
import { MAX_SAMPLE_BYTES } from '#server/transfer/seed/sample-files.ts'
import { HANDLED_OPERATIONS } from '#shared/calls/handled-operations.ts'
import type { Model } from '#shared/model/model.ts'
import { findOwnWidgets } from './portal-widgets.ts'

const NEVER: Handlers = Object.fromEntries(
  HANDLED_OPERATIONS.map((id) => [id, () => Promise.reject(new Error(id))]),
)

/** Returns the location of a text in a file of the portal. */
function locate(portal: string, file: string, text: string): Pick<Problem, 'file' | 'line' | 'column'> {
  const path = join(portal, file)
  const before = existsSync(path) ? (readFileSync(path, 'utf8').split(text, 2)[0] ?? '') : ''
  const lines = before.split('\n')
  const isFound = existsSync(path) && readFileSync(path, 'utf8').includes(text)
  return isFound
    ? { file, line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
    : { file, line: 1, column: 1 }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns problems that a start or a build would refuse, and problems that no start would notice. */
export async function checkFolder(portal: string, model: Model): Promise<readonly Problem[]> {
  return [
    ...(await checkHandlers(portal, model)),
    ...(await checkWidgets(portal)),
    ...checkSampleFiles(portal),
    ...checkSchemaAddresses(portal),
  ]
}

async function checkHandlers(portal: string, model: Model): Promise<readonly Problem[]> {
  const { code, problems } = await readCode(portal)
  if (problems.length > 0) return problems
  const own = code.handlers
  const ids = Object.keys(own)
  const declared = model.operations.map(({ id }) => id)
  const idle = ids.filter((id) => !declared.includes(id))
  const gaps = findMissingHandlers(model, { ...NEVER, ...own }).map((problem): Problem => {
    const id = /“(.+?)”/.exec(problem.message)?.[1] ?? ''
    const place = locate(portal, problem.file, `"${id.slice(id.indexOf('.') + 1)}"`)
    if (problem.slug !== 'operation_handler') return { ...problem, ...place }
    const nearest = nearestName(id, idle)
    return {
      ...problem,
      ...place,
      message: `${problem.message}：请在 handlers 中以这个 id 导出${nearest ? `，最接近的是“${nearest}”` : ''}`,
      found: id,
      ...(nearest ? { nearest } : {}),
    }
  })
  const unused = idle.map((id): Problem => {
    const nearest = nearestName(id, declared)
    return {
      slug: 'handler_unused',
      severity: 'warning',
      ...locateHandler(portal, id),
      message: `处理程序“${id}”没有对应的操作，不会被调用：请在 schemas/api 中声明${nearest ? `，最接近的是“${nearest}”` : ''}`,
      found: id,
      ...(nearest ? { nearest } : {}),
    }
  })
  const unknown = (await findUnknownHooks(model, code.hooks)).map((problem): Problem => {
    const found = problem.found ?? ''
    return { ...problem, ...locateHandler(portal, found) }
  })
  return [...gaps, ...unused, ...unknown]
}

function locateHandler(portal: string, id: string): Pick<Problem, 'file' | 'line' | 'column'> {
  const files = readdirSync(join(portal, 'handlers')).filter((name) => name.endsWith('.ts'))
  const found = files.find((name) => readFileSync(join(portal, 'handlers', name), 'utf8').includes(id))
  return locate(portal, `handlers/${found ?? files[0] ?? ''}`, id)
}

/** Built as a start builds them. */
async function readCode(
  portal: string,
): Promise<{ readonly code: PortalCode; readonly problems: readonly Problem[] }> {
  try {
    const code = await rebuildPortalCode(portal)
    withPortalHandlers(NEVER, code.handlers)
    return { code, problems: [] }
  } catch (error) {
    if (!(error instanceof ExtensionError)) throw error
    return { code: NO_CODE, problems: [error.problem] }
  }
}

async function checkWidgets(portal: string): Promise<readonly Problem[]> {
  const refuse = (message: string): Problem => ({
    slug: 'widget_refused',
    severity: 'error',
    file: /widgets\/[\w/.-]+\.tsx/.exec(message)?.[0] ?? 'widgets',
    line: 1,
    column: 1,
    message,
  })
  try {
    const files = findOwnWidgets(portal).map(({ file }) => file)
    if (files.length === 0) return []
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(PROGRAM, 'scripts/lib/try-widgets.mjs'), ...files],
      { cwd: PROGRAM, encoding: 'utf8' },
    )
    if (status !== 0) return [refuse(`门户的组件构建失败：${(stderr || stdout).trim().slice(0, 500)}`)]
    return (JSON.parse(stdout) as readonly string[]).map((file) =>
      refuse(`${relative(portal, file).replaceAll('\\', '/')} 没有导出组件，页面上不会显示`),
    )
  } catch (error) {
    return [refuse(messageOf(error))]
  }
}

const ATTACHED = /^@file:([\w.-]+)$/

/** Files that samples name are stored when an empty database is filled, as if they were uploaded. */
function checkSampleFiles(portal: string): readonly Problem[] {
  const folder = join(portal, 'schemas', 'samples')
  if (!existsSync(join(folder, 'files'))) return []
  const seen = new Set<string>()
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const file = `schemas/samples/${name}`
      const { items = [] } = JSON.parse(readFileSync(join(portal, file), 'utf8')) as {
        items?: readonly Readonly<Record<string, unknown>>[]
      }
      return items.flatMap((item) =>
        Object.values(item)
          .flat()
          .flatMap((value): Problem[] => {
            const attached = typeof value === 'string' ? ATTACHED.exec(value)?.[1] : undefined
            if (attached === undefined) return []
            const problem = (message: string): Problem => ({
              slug: 'sample_file_refused',
              severity: 'error',
              ...locate(portal, file, `@file:${attached}`),
              message: `示例文件“${attached}”${message}`,
              found: attached,
            })
            if (typeof item._owner !== 'string') return [problem('没有所有者：须写明 _owner')]
            if (seen.has(attached) || !existsSync(join(folder, 'files', attached))) return []
            seen.add(attached)
            const wrong = judgeFile(join(folder, 'files', attached), attached)
            return wrong === undefined ? [] : [problem(wrong)]
          }),
      )
    })
}

function judgeFile(path: string, name: string): string | undefined {
  const kind = claimedKind(name)
  if (!kind) return '的扩展名不是可以上传的类型'
  const bytes = readFileSync(path)
  if (bytes.length === 0) return '是空的'
  if (bytes.length > MAX_SAMPLE_BYTES) return `超过 ${MAX_SAMPLE_BYTES / 1024 / 1024} MB`
  const judge = new FileValidator(kind)
  const wrong = judge.push(bytes) ?? judge.end()
  return wrong === undefined ? undefined : wrong === 'kind' ? '的内容与扩展名不符' : '不完整或已损坏'
}

const SCHEMA_KEY = /"\$schema"\s*:\s*"([^"]*)"/

/** Editors complete a file by it; where it names nothing they complete nothing, and say nothing of it. */
function checkSchemaAddresses(portal: string): readonly Problem[] {
  return presentFolders(portal).flatMap((folder) =>
    readdirSync(join(portal, folder), { recursive: true, withFileTypes: true }).flatMap(
      (entry): Problem[] => {
        if (!entry.isFile() || !entry.name.endsWith('.json')) return []
        const path = join(entry.parentPath, entry.name)
        const [, written = ''] = SCHEMA_KEY.exec(readFileSync(path, 'utf8')) ?? []
        if (!/^[./\w]/.test(written) || URL.canParse(written) || existsSync(resolve(dirname(path), written)))
          return []
        const file = relative(portal, path).replaceAll('\\', '/')
        const target = join(PROGRAM, 'schemas', 'config', written.split('/').at(-1) ?? '')
        const expected = relative(dirname(path), target).replaceAll('\\', '/')
        return [
          {
            slug: 'schema_reference',
            severity: 'warning',
            ...locate(portal, file, '"$schema"'),
            message: `$schema 所指的文件不存在，编辑器不能据此补全${existsSync(target) ? `：应为“${expected}”` : ''}`,
            found: written,
            ...(existsSync(target) ? { expected } : {}),
          },
        ]
      },
    ),
  )
}
