// Shares an address: through the device's own share sheet, or the clipboard.
import { toast } from '#portal/core/state/toast.ts'

/** Copies without the asynchronous clipboard, which insecure addresses do not have. */
function copyByField(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.className = 'eq-sr-only'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}

export async function copyText(text: string, message = '链接已复制'): Promise<void> {
  const done = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => copyByField(text),
      )
    : copyByField(text)
  if (done) toast.success(message)
  else toast.error('复制失败，请手动复制地址栏中的链接')
}

/** True where the device took it, or the reader closed its sheet. */
export async function shareNatively(title: string, url: string): Promise<boolean> {
  const isTouch = window.matchMedia?.('(pointer: coarse)').matches
  if (!isTouch || !navigator.share) return false
  await navigator.share({ title, url }).catch(() => undefined)
  return true
}
