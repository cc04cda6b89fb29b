// Owns `npm run new`: writes a small valid configuration file to start from.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { portalFolder } from '../src/config/portal-folder.ts'
import { scaffold } from '../src/config/scaffold.ts'

const [kind = '', name = ''] = process.argv.slice(2)
const file = scaffold(kind, name)
if ('refused' in file) {
  console.error(file.refused)
  process.exit(1)
}
const { path, content } = file
const target = join(portalFolder(process.env, process.cwd()), path)
if (existsSync(target)) {
  console.error(`${path} 已存在`)
  process.exit(1)
}
mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, `${JSON.stringify(content, null, 2)}\n`)
console.log(`已写入 ${path}，修改后用 npm run check 检查`)
