// Runs `npm run docs`: writes the reference of the configuration language, with examples, and the portal's data map.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { portalFolder } from '#config/load/portal-folder.ts'
import { presentFolders, readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Reference } from '#config/tools/generate-reference.ts'
import { toHuman } from '#config/tools/problem-report.ts'
import { toDataMapText } from '#server/personal-data/data-map.ts'
import { readArguments, refuseArguments } from './lib/read-arguments.ts'
import { DATA_MAP, REFERENCE, RefusedPortal, referenceOf, usesOf } from './lib/reference.ts'

const USAGE = `用法：npm run docs                    写出配置语言的参考 ${REFERENCE} 与个人信息清单 ${DATA_MAP}
      npm run docs -- --out 文件.md    参考写到另一个文件，不写清单
      npm run docs -- --uses           列出语言的每个属性在各门户与流程中用了几处`

const { values } = readArguments(USAGE, {
  options: { out: { type: 'string' }, uses: { type: 'boolean', default: false } },
})
const portal = portalFolder(process.env, process.cwd())
if (presentFolders(portal).length === 0)
  refuseArguments(`${portal} 中没有门户的配置（pages-config、zones-config、schemas）`, USAGE)
if (values.uses) {
  console.log(usesOf(portal))
  process.exit()
}
const target = resolve(values.out ?? join(portal, REFERENCE))

function make(): Reference & { readonly map: string } {
  try {
    const result = checkConfiguration(readFolder(portal))
    if (!result.ok) throw new RefusedPortal(portal, result.problems)
    return { ...referenceOf(portal, dirname(target)), map: toDataMapText(result.model) }
  } catch (error) {
    if (!(error instanceof RefusedPortal)) throw error
    console.error(`${error.message}\n${toHuman(error.problems)}`)
    process.exit(1)
  }
}

const { text, lacking, map } = make()
if (lacking.length > 0) console.error(`缺少：\n${lacking.map((line) => `  ${line}`).join('\n')}`)
mkdirSync(dirname(target), { recursive: true })
const write = (file: string, content: string) => {
  writeFileSync(file, content)
  console.log(`已写入 ${relative(process.cwd(), file).replaceAll('\\', '/')}`)
}
write(target, text)
if (values.out === undefined) write(join(portal, DATA_MAP), map)
