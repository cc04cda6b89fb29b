// Runs `npm run docs`: writes the reference of the configuration language, with examples from valid portals.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { portalFolder } from '#config/load/portal-folder.ts'
import { presentFolders } from '#config/load/read-folder.ts'
import type { Reference } from '#config/tools/generate-reference.ts'
import { toHuman } from '#config/tools/problem-report.ts'
import { readArguments, refuseArguments } from './lib/read-arguments.ts'
import { REFERENCE, RefusedPortal, referenceOf, usesOf } from './lib/reference.ts'

const USAGE = `用法：npm run docs                    写出配置语言的参考 ${REFERENCE}
      npm run docs -- --out 文件.md    写到另一个文件
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

function make(): Reference {
  try {
    return referenceOf(portal, dirname(target))
  } catch (error) {
    if (!(error instanceof RefusedPortal)) throw error
    console.error(`${error.message}\n${toHuman(error.problems)}`)
    process.exit(1)
  }
}

const { text, lacking } = make()
if (lacking.length > 0) console.error(`缺少：\n${lacking.map((line) => `  ${line}`).join('\n')}`)
mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, text)
console.log(`已写入 ${relative(process.cwd(), target).replaceAll('\\', '/')}`)
