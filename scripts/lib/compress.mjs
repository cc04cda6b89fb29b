// Compresses the text files of a built portal.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** Text that a browser asks for by its hashed name; index.html is written anew for every request. */
const COMPRESSED = /\.(js|mjs|css|svg|json|txt|webmanifest)$/
const SMALLEST_COMPRESSED_BYTES = 512
/**
 * The best quality takes twenty times as long as one that is nearly as small. A build that is not deployed may set a
 * lower one.
 */
const QUALITY = Number(process.env.EQUIPNET_BROTLI_QUALITY) || zlib.constants.BROTLI_MAX_QUALITY

const brotli = promisify(zlib.brotliCompress)
const unbrotli = promisify(zlib.brotliDecompress)
const gzip = promisify(zlib.gzip)

const textsIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => COMPRESSED.test(name))
    : []

/**
 * Returns the compressed files of earlier builds, by name. Most files of a build equal those of the previous one, and
 * compressing them takes half of its time.
 *
 * @param {readonly string[]} folders of builds; of two alike the later one counts
 *
 * @returns {ReadonlyMap<string, Buffer>}
 */
export function compressedIn(folders) {
  const found = new Map()
  for (const folder of folders)
    for (const name of textsIn(folder)) {
      const file = join(folder, `${name}.br`)
      if (existsSync(file)) found.set(name, readFileSync(file))
    }
  return found
}

/**
 * Writes `.br` and `.gz` beside every text file, so that the server never compresses a static file.
 * @param {string} folder
 * @param {ReadonlyMap<string, Buffer>} earlier as `compressedIn` answers
 */
export async function compress(folder, earlier) {
  await Promise.all(
    textsIn(folder).map(async (name) => {
      const file = join(folder, name)
      const content = readFileSync(file)
      if (content.length < SMALLEST_COMPRESSED_BYTES) return
      const known = earlier.get(name)
      const isSame = known !== undefined && (await holds(known, content))
      writeFileSync(`${file}.br`, isSame ? known : await toBrotli(content))
      writeFileSync(`${file}.gz`, await gzip(content, { level: 9 }))
    }),
  )
}

/** Not where another file had that name, or a build broke off while it wrote. */
async function holds(compressed, content) {
  return unbrotli(compressed).then(
    (text) => text.equals(content),
    () => false,
  )
}

function toBrotli(content) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
  return brotli(content, {
    params: { [BROTLI_PARAM_QUALITY]: QUALITY, [BROTLI_PARAM_SIZE_HINT]: content.length },
  })
}
