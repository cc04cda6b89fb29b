// Provides the handing in of a file as a browser does it.
import type { Answer, TestApp } from '../support/test-app.ts'

export interface FileInfo {
  readonly id: string
  readonly size: number
  readonly url: string
}

export interface UploadOptions {
  readonly token?: string
  readonly form: string
  readonly field: string
  readonly name?: string
  readonly address?: string
}

export function uploadTo(app: TestApp, content: Buffer, options: UploadOptions): Promise<Answer<FileInfo>> {
  const { token, form, field, name = 'a.pdf', address = '127.0.0.1' } = options
  const boundary = 'x-boundary-x'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return app.ask<FileInfo>({
    method: 'POST',
    url: `/file/fileOperation/upload?${new URLSearchParams({ form, field })}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...(token ? { token } : {}) },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    remoteAddress: address,
  })
}
