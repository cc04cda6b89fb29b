// Provides a small PDF file that lies in the portal as after its upload.
import { Readable } from 'node:stream'
import { openFileStore } from '#server/files/open-file-store.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { PDF } from '../../support/real-files.ts'
import type { TestApp } from './test-app.ts'

interface Place {
  readonly form: string
  readonly field: string
  /** Absent: it waits for the form that names it. */
  readonly ownerId?: string
}

/** What a test has of the portal. */
interface Kept {
  readonly services: Pick<TestApp['services'], 'db'>
  readonly settings: Parameters<typeof openFileStore>[0]
}

/** Answers its id. */
export async function keepFile({ services, settings }: Kept, place: Place): Promise<string> {
  const stored = await (await openFileStore(settings)).put(Readable.from([PDF]), 'pdf', PDF.length)
  if (typeof stored === 'string') throw new Error(stored)
  const row = { ...stored, ownerId: null, ...place, name: '执照.pdf', kind: 'pdf' }
  await services.db.insertInto('file').values(row).execute()
  return stored.id
}

const FILE_TYPES: readonly string[] = ['image', 'image-list', 'file-list', 'file']

/** The body with a file of the owner's own wherever it names one. */
export async function withOwnFiles(
  app: TestApp,
  type: ContentType,
  body: Readonly<Record<string, unknown>>,
  ownerId: string,
): Promise<Record<string, unknown>> {
  const filled: Record<string, unknown> = { ...body }
  for (const { name, type: kind } of type.fields) {
    if (!FILE_TYPES.includes(kind) || filled[name] === undefined) continue
    const id = await keepFile(app, { form: type.name, field: name, ownerId })
    filled[name] = Array.isArray(filled[name]) ? [id] : id
  }
  return filled
}
