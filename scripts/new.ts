// Owns `npm run new`: writes a small valid configuration file to start from.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SCAFFOLDS } from '../src/config/scaffold.ts'

const [kind = '', name = ''] = process.argv.slice(2)
const build = SCAFFOLDS[kind]
if (!build || !/^[A-Za-z][\w/-]*$/.test(name)) {
  console.error(`用法：npm run new -- ${Object.keys(SCAFFOLDS).join('|')} <名称>（名称以字母开头）`)
  process.exit(1)
}
const { path, content } = build(name)
if (existsSync(path)) {
  console.error(`${path} 已存在`)
  process.exit(1)
}
mkdirSync(dirname(path), { recursive: true })
writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
console.log(`已写入 ${path}，修改后用 npm run check 检查`)
