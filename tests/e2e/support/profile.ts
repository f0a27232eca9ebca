import { chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '../../../config/browser.mjs'
import type { Server } from './server'

/** A browser of its own whose profile lies in this folder, and stays there when it ends. */
export const launch = (folder: string, server: Server) =>
  chromium.launchPersistentContext(folder, {
    executablePath: findBrowser(),
    args: browserFlags,
    baseURL: server.url,
    headless: true,
  })
