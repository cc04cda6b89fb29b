// Draws pictures in the editor: fetched with the session, because only the owner may read an unpublished one.
import Image from '@tiptap/extension-image'
import { showStoredPicture } from '#portal/widgets/media/stored-picture.ts'
import { isAllowedImage } from '#shared/rich-text/policy.ts'

export const Picture = Image.extend({
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (image) => (isAllowedImage(image.getAttribute('src') ?? '') ? null : false),
    },
  ],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('img')
      dom.alt = String(node.attrs.alt ?? '')
      const stop = showStoredPicture(dom, String(node.attrs.src))
      return { dom, destroy: stop }
    }
  },
})
