// Builds a portal's own widgets with the program's (Vite plugin): found by folder, checked against the SDK version.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import { PROGRAM, portalFolder } from '#config/load/portal-folder.ts'

export const WIDGET_FAMILIES = ['cells', 'filters', 'inputs', 'sections'] as const
export type WidgetFamily = (typeof WIDGET_FAMILIES)[number]

const DOOR = join(PROGRAM, 'src', 'sdk', 'widget.ts')
const VIRTUAL = /^portal-widgets\/(\w+)$/
const NAME = /^[a-z][a-z0-9-]*\.tsx$/

export interface OwnWidget {
  readonly family: WidgetFamily
  readonly name: string
  /** Absolute. */
  readonly file: string
}

/** Throws, in Chinese, for the first that cannot be used. */
export function findOwnWidgets(portal: string): OwnWidget[] {
  // A release holds no sources, and a portal without widgets asks for none.
  if (!existsSync(join(portal, 'widgets'))) return []
  const [, version = ''] = /export const VERSION = (\d+)/.exec(readFileSync(DOOR, 'utf8')) ?? []
  return WIDGET_FAMILIES.flatMap((family) => {
    const folder = join(portal, 'widgets', family)
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((file) => file.endsWith('.tsx'))
      .sort()
      .map((file) => {
        const widget = { family, name: file.slice(0, -'.tsx'.length), file: join(folder, file) }
        const problem = problemOf(portal, widget, version)
        if (problem) throw new Error(`widgets/${family}/${file}：${problem}`)
        return widget
      })
  })
}

function problemOf(portal: string, { family, name, file }: OwnWidget, version: string): string | undefined {
  if (!NAME.test(`${name}.tsx`)) return '文件名只用小写字母、数字与 -，以字母开头'
  const [, door = '？'] = /^export const DOOR = (\d+)/m.exec(readFileSync(file, 'utf8')) ?? []
  if (door !== version)
    return `为第 ${door} 版扩展接口编写，本程序提供第 ${version} 版：请按 equipnet/widget 修改后写 export const DOOR = ${version}`
  if (existsSync(join(PROGRAM, 'src', 'portal', 'widgets', family, `${name}.tsx`)))
    return '程序已有同名的组件，请换一个名称'
  const schema = join('schemas', 'widgets', family, `${name}.schema.json`)
  return existsSync(join(portal, schema)) ? undefined : `缺少 ${schema}：请在其中写明组件接受的字段类型与选项`
}

function toModule(widgets: readonly OwnWidget[]): string {
  const imports = widgets.map(({ file }, index) => `import * as widget${index} from ${JSON.stringify(file)}`)
  const rows = widgets.map(({ name }, index) => `  ${JSON.stringify(`./${name}.tsx`)}: widget${index},`)
  return `${imports.join('\n')}\nexport default {\n${rows.join('\n')}\n}\n`
}

/**
 * Resolves `portal-widgets/cells` and similar ids, `equipnet/widget`, and packages of the program for files stored
 * outside of it.
 */
export function portalWidgets(portal = portalFolder(process.env)): Plugin {
  const own = join(portal, 'widgets') + sep
  return {
    name: 'equipnet-portal-widgets',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (VIRTUAL.test(id)) return `\0${id}`
      if (id === 'equipnet/widget') return DOOR
      const isPackage = !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('\0')
      if (!isPackage || !importer?.startsWith(own)) return null
      return this.resolve(id, join(PROGRAM, 'src', 'portal', 'main.tsx'), { skipSelf: true })
    },
    load(id) {
      const [, family] = id.startsWith('\0') ? (VIRTUAL.exec(id.slice(1)) ?? []) : []
      if (family === undefined) return null
      return toModule(findOwnWidgets(portal).filter((widget) => widget.family === family))
    },
  }
}
