// Generated from the renderers' folders whenever something is built; do not edit.

export {};
