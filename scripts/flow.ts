// Runs `npm run flow -- <name>`: prints a lifecycle as text; `--svg <file>` draws it.
import { writeFileSync } from 'node:fs'
import { nearestName } from '#config/load/nearest-name.ts'
import { portalFolder } from '#config/load/portal-folder.ts'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { toHuman } from '#config/tools/problem-report.ts'
import { toFlow } from '#shared/lifecycles/flow-description.ts'
import { flowNamesOf } from '#shared/lifecycles/flow-names.ts'
import { toSvg } from '#shared/lifecycles/flow-svg.ts'
import { toFlowText } from '#shared/lifecycles/flow-text.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import { readArguments } from './lib/read-arguments.ts'

function refuse(message: string): never {
  console.error(message)
  process.exit(1)
}

const USAGE = '用法：npm run flow -- 生命周期或内容类型 [--svg 文件.svg]'

const { values, positionals } = readArguments(USAGE, {
  options: { svg: { type: 'string' } },
  allowPositionals: true,
})
const [name = ''] = positionals
const result = await loadConfiguration(portalFolder(process.env, process.cwd()))
if (!result.ok) refuse(toHuman(result.problems))
const { model } = result
const lifecycles = new Map(
  model.contentTypes.flatMap(({ lifecycle }): [string, Lifecycle][] => [
    [lifecycle.name, lifecycle],
    ...(lifecycle.base ? [[lifecycle.base, lifecycle] as [string, Lifecycle]] : []),
  ]),
)
const lifecycle = lifecycles.get(name) ?? model.contentTypes.find((type) => type.name === name)?.lifecycle
if (!lifecycle) {
  const near = nearestName(name, lifecycles.keys())
  refuse(
    `没有生命周期“${name}”${near ? `，您是不是想写“${near}”` : ''}。可用：${[...lifecycles.keys()].join('、')}`,
  )
}
const flow = toFlow(lifecycle, flowNamesOf(model, lifecycle.name))
console.log(toFlowText(lifecycle.title, flow))
if (values.svg !== undefined) {
  writeFileSync(values.svg, toSvg(lifecycle.title, flow))
  console.log(`已写入 ${values.svg}`)
}
