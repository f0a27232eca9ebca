import createCache from '@emotion/cache'

type StyleNode = { type: string; props: string[] | string }

/**
 * Drops prefixed selectors. Every browser that can run the app supports CSS without prefixes, and an unknown selector
 * throws inside the style sheet, which is slow.
 */
function withoutPrefixed(node: StyleNode) {
  if (node.type === 'rule' && Array.isArray(node.props))
    node.props = node.props.filter((selector) => !/:-(moz|ms)-/.test(selector))
}

/** MUI's style cache without a prefixer, which takes most of the time. */
export const styles = createCache({ key: 'css', stylisPlugins: [withoutPrefixed as never] })
