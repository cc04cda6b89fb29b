// Types as an input method does: letters that compose, keys that belong to the method, and the text that is taken in the end.
import type { Page } from 'playwright-core'

/** What browsers send as the code of a key that the input method has taken. */
const TAKEN = 229

/** In the field that has the focus. */
export async function startInputMethod(page: Page) {
  const session = await page.context().newCDPSession(page)
  return {
    /** Shows the letters typed so far, underlined. */
    compose: (text: string) =>
      session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      }),
    /** A key that chooses among the method's own candidates. */
    async press(key: string) {
      const code = { key, code: key, windowsVirtualKeyCode: TAKEN }
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...code })
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...code })
    },
    commit: (text: string) => session.send('Input.insertText', { text }),
    end: () => session.detach(),
  }
}
