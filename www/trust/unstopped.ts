/**
 * What no policy of a page can prevent, in words for the panel. A test plants each of these, and nothing else may get
 * through.
 */
export const UNSTOPPED = {
  navigation:
    "Going to another address: by a link, a download from an address, a new window, or by itself. The address could carry data. You would see the page change, a window open or a download begin.",
  webrtc: "WebRTC, which calls use: it can reach a server of its choice, and no counter here sees it.",
  preconnect:
    "Opening a connection ahead of time, or looking up a name: nothing is asked for, but the name could carry data.",
} as const;
