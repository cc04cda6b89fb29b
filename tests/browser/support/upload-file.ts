// Uploads a file from outside the browser, as a form does for one of its fields.

/** Resolves with the file's id. */
export async function uploadFile(
  url: string,
  token: string,
  form: string,
  field: string,
  name: string,
  content: Buffer,
): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), name)
  const at = `/file/fileOperation/upload?${new URLSearchParams({ form, field })}`
  const answer = await fetch(`${url}${at}`, { method: 'POST', headers: { token }, body })
  const { data, msg } = (await answer.json()) as { data: { id: string } | null; msg: string }
  if (!data) throw new Error(msg)
  return data.id
}
