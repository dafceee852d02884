// amis offers a rich-text editor that is not free; it is not installed, and no page here shows it.
export default undefined;
