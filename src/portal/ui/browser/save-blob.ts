// Saves bytes as a file on the visitor's device.

/** Some browsers read the address only after a while. */
const KEPT_MS = 60_000

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
