// Builds a portal's widgets without writing files, and prints those that export no component as JSON.
import { basename } from 'node:path'
import { rolldown } from 'rolldown'

const files = process.argv.slice(2)
const OWN = /^[./]|^file:/
try {
  const bundle = await rolldown({
    input: files,
    external: (id) => !OWN.test(id) || /\.css$/.test(id),
    platform: 'neutral',
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const entries = output.filter((chunk) => chunk.type === 'chunk' && chunk.isEntry)
  const wrong = entries.filter(({ exports }) => exports.every((name) => name === 'DOOR'))
  console.log(JSON.stringify(wrong.map(({ facadeModuleId, name }) => facadeModuleId ?? basename(name))))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
