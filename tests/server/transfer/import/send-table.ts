// Provides the sending of a table as a browser does it, and the steps that follow until somebody has to decide.
import type { ImportView } from '#shared/calls/import-answers.ts'
import type { Answer, TestApp } from '../../support/test-app.ts'

export interface Table {
  readonly type?: string
  readonly category?: string
  readonly name?: string
  readonly content: string | Buffer
}

export const API = '/newapi/api/import'

export function sendTable(
  app: TestApp,
  token: string | undefined,
  { type = 'equipment', category = 'E001', name = 'a.csv', content }: Table,
): Promise<Answer<ImportView>> {
  const boundary = 'x-boundary-x'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return app.ask<ImportView>({
    method: 'POST',
    url: `${API}/upload?${new URLSearchParams({ type, category })}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...(token ? { token } : {}) },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}

/** All steps; answers what there is to decide. */
export async function judgeAll(app: TestApp, token: string, id: string): Promise<ImportView> {
  for (;;) {
    const { data } = await app.post<ImportView>(`${API}/step`, { id }, { token })
    if (data.state !== 'judging') return data
  }
}

export async function judgeTable(app: TestApp, token: string, table: Table): Promise<ImportView> {
  const { data, msg } = await sendTable(app, token, table)
  if (!data) throw new Error(msg)
  return judgeAll(app, token, data.id)
}
