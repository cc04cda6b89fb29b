// Holds that every page that is a file opens as it should.
import { isWritten, PAGES, walkPages } from './support/walk-pages.ts'

walkPages('pages', PAGES.filter(isWritten))
