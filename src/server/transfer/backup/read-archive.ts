// Reads a backup: its entries in order, all bytes checked against the final manifest.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { MIGRATIONS, withBaseline } from '#server/platform/database/migrations.ts'
import {
  ARCHIVE_VERSION,
  ArchiveError,
  type ArchiveHead,
  type ArchiveManifest,
  damaged,
  FORMAT,
  HEAD,
  hashed,
  MANIFEST,
  type ManifestPart,
} from './archive-format.ts'
import { readTar } from './tar.ts'

const MAX_HEAD_BYTES = 16 * 1024 * 1024
const MAX_MANIFEST_BYTES = 512 * 1024 * 1024

export interface ArchivePart {
  readonly name: string
  /** May be left unread. */
  readonly body: AsyncIterable<Buffer>
}

/** The callbacks for the parts of the archive; the manifest is checked after the last part. */
interface ArchiveReader {
  onHead?(head: ArchiveHead): Promise<void>
  onPart?(part: ArchivePart): Promise<void>
}

/** Throws `ArchiveError` for what is no backup, is damaged, or was made by a newer program. */
export async function readArchive(
  file: string,
  reader: ArchiveReader = {},
): Promise<{ readonly head: ArchiveHead; readonly manifest: ArchiveManifest }> {
  const source = createReadStream(file)
  const plain = source.on('error', (error) => plain.destroy(error)).pipe(createGunzip())
  try {
    return await readEntries(plain, reader)
  } catch (error) {
    throw isOfZlib(error) ? damaged('压缩数据不完整') : error
  } finally {
    source.destroy()
    plain.destroy()
  }
}

async function readEntries(source: AsyncIterable<Buffer>, { onHead, onPart }: ArchiveReader) {
  const parts: ManifestPart[] = []
  let head: ArchiveHead | undefined
  let manifest: ArchiveManifest | undefined
  for await (const { name, size, body } of readTar(source)) {
    if (manifest) throw damaged('清单之后还有内容')
    if (name === MANIFEST) {
      manifest = parse<ArchiveManifest>(await collect(body, size, MAX_MANIFEST_BYTES))
      continue
    }
    const hash = createHash('sha256')
    const whole = hashed(body, hash)
    if (!head) {
      head = requireHead(name, await collect(whole, size, MAX_HEAD_BYTES))
      await onHead?.(head)
    } else await onPart?.({ name, body: whole })
    for await (const _ of whole); // what the reader left
    parts.push({ name, bytes: size, sha256: hash.digest('hex') })
  }
  if (!head || !manifest) throw damaged('文件不完整')
  comparePartsTo(manifest, parts)
  return { head, manifest }
}

function comparePartsTo(manifest: ArchiveManifest, parts: readonly ManifestPart[]): void {
  if (!Array.isArray(manifest.parts) || manifest.parts.length !== parts.length)
    throw damaged('内容与清单不符')
  for (const [index, { name, bytes, sha256 }] of parts.entries()) {
    const expected = manifest.parts[index] as ManifestPart // as many as there are parts
    if (expected.name !== name || expected.bytes !== bytes || expected.sha256 !== sha256)
      throw damaged(`${name} 与校验值不符`)
  }
}

function requireHead(name: string, content: Buffer): ArchiveHead {
  const head = name === HEAD ? parse<ArchiveHead>(content) : undefined
  if (head?.format !== FORMAT) throw new ArchiveError('这不是本门户的备份文件，请检查文件名')
  const known = new Set(MIGRATIONS.map((migration) => migration.name))
  const migrations = withBaseline(head.migrations)
  if (!migrations)
    throw new ArchiveError('备份由更早版本的程序制作，不能直接恢复：请先用 0.1.0 版的程序恢复，再重新备份')
  if (head.version > ARCHIVE_VERSION || migrations.some((name) => !known.has(name)))
    throw new ArchiveError('备份由更新版本的程序制作，请先把本程序升级到同一版本，再恢复')
  return { ...head, migrations }
}

export async function collect(body: AsyncIterable<Buffer>, size: number, most: number): Promise<Buffer> {
  if (size > most) throw damaged('格式不对')
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Parses JSON of `writeArchive`; the checksums guarantee that it is unchanged. */
function parse<T>(content: Buffer): T {
  try {
    return JSON.parse(content.toString('utf8')) as T
  } catch {
    throw damaged('格式不对')
  }
}

function isOfZlib(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^Z_|^ERR_STREAM_PREMATURE_CLOSE$/.test(code)
}
