// Runs `npm run check`: checks every configuration file and reports all problems at once.

import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { portalFolder } from '#config/load/portal-folder.ts'
import type { Problem } from '#config/load/problem.ts'
import { presentFolders } from '#config/load/read-folder.ts'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { toGithub, toHuman, toJson, toSilencedList } from '#config/tools/problem-report.ts'
import { toLine } from '#server/platform/system-error.ts'
import type { Model } from '#shared/model/model.ts'
import { checkFolder } from './lib/check-folder.ts'
import { readArguments, refuseArguments } from './lib/read-arguments.ts'

const USAGE = `用法：npm run check                     检查全部配置
      npm run check -- --watch          文件保存后自动重新检查
      npm run check -- --format json    输出 JSON；github：输出 GitHub 注解
      npm run check -- --against 数据库地址或数据目录   连同已有的记录一起检查
      npm run check -- --score [--only 组] [--json]     统计检查器对常见错误的识别率`
/** The folders of a portal's own TypeScript code. */
const OWN_FOLDERS = ['handlers', 'widgets']
const FORMATS = ['human', 'json', 'github']

const { values } = readArguments(USAGE, {
  options: {
    format: { type: 'string', default: 'human' },
    watch: { type: 'boolean', default: false },
    score: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    against: { type: 'string' },
    root: { type: 'string', default: portalFolder(process.env, process.cwd()) },
  },
})

if (!FORMATS.includes(values.format))
  refuseArguments(`--format 应为 ${FORMATS.join('、')} 之一，不是“${values.format}”`, USAGE)
if (presentFolders(values.root).length === 0)
  refuseArguments(`${values.root} 中没有门户的配置（pages-config、zones-config、schemas）`, USAGE)

/** Checks the stored records too, if `--against` names their database. */
async function checkRecords(model: Model, against: string): Promise<readonly Problem[]> {
  const { checkAgainstData: checkAgainst } = await import('#server/check-against-data.ts')
  return checkAgainst(model, values.root, against)
}

async function check(): Promise<boolean> {
  const started = performance.now()
  const result = await loadConfiguration(values.root)
  const held =
    result.ok && values.against !== undefined ? await checkRecords(result.model, values.against) : []
  const folder = result.ok ? await checkFolder(values.root, result.model) : []
  const problems = [...held, ...folder, ...(result.ok ? result.warnings : result.problems)]
  const errors = problems.filter((problem) => problem.severity === 'error').length
  if (values.format === 'json') console.log(toJson(problems))
  else if (values.format === 'github') console.log(toGithub(problems))
  else {
    if (problems.length) console.log(toHuman(problems, process.stdout.isTTY))
    if (result.silenced.length) console.log(toSilencedList(result.silenced))
    const time = `${Math.round(performance.now() - started)} 毫秒`
    const pages = result.ok
      ? `，${result.model.pages.length} 个页面、${result.model.operations.length} 个接口`
      : ''
    console.log(
      `${errors ? `配置有 ${errors} 个错误` : '配置检查通过'}，${problems.length - errors} 个警告${pages}（${time}）`,
    )
  }
  return errors === 0
}

if (values.score) {
  const { printScore } = await import('./lib/mistakes/run.ts')
  printScore(values.root, { json: values.json, only: values.only })
} else
  await checkAndWatch().catch((error: unknown) => {
    console.error(toLine(error))
    process.exitCode = 2
  })

async function checkAndWatch(): Promise<void> {
  const passed = await check()
  if (!values.watch) {
    process.exitCode = passed ? 0 : 1
    return
  }
  let timer: NodeJS.Timeout | undefined
  const written = [...presentFolders(values.root), ...OWN_FOLDERS]
  for (const folder of written.filter((name) => existsSync(join(values.root, name))))
    watch(join(values.root, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => void check(), 30)
    })
}
