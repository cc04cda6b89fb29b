// Runs `npm run client`: writes the types of a client of a running portal, for programs of other organisations.
import { writeFileSync } from 'node:fs'
import { type OpenApiDocument, toClientTypes } from './lib/client-types.ts'
import { readArguments, refuseArguments } from './lib/read-arguments.ts'

const USAGE =
  '用法：npm run client -- 门户地址 [--out 文件.ts]    由门户的 /openapi.json 写出接口的类型，默认写入 api.ts'

const { values, positionals } = readArguments(USAGE, {
  options: { out: { type: 'string', default: 'api.ts' } },
  allowPositionals: true,
})
const [address, ...more] = positionals
if (!address || !URL.canParse(address) || more.length > 0) refuseArguments('请写一个门户的地址', USAGE)

async function readDocument(url: URL): Promise<OpenApiDocument> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} 返回 ${answer.status}`)
  return (await answer.json()) as OpenApiDocument
}

try {
  writeFileSync(values.out, await toClientTypes(await readDocument(new URL('/openapi.json', address))))
  console.log(`已写入 ${values.out}`)
} catch (error) {
  const { message, cause } = error as Error
  console.error(`不能写出接口的类型：${cause instanceof Error ? cause.message : message}`)
  process.exitCode = 1
}
